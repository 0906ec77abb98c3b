/// The request line and the header lines that have been read so far.
struct RequestHead {
    private(set) var method = ""
    private(set) var target = ""
    private(set) var version = ""
    private(set) var headers: HeaderFields = [:]

    /// A head before its first line.
    init() {}

    /// Reads `GET /path HTTP/1.1`: three parts with one space between them (RFC 9112 §3).
    init(requestLine: ArraySlice<UInt8>) throws(MalformedRequest) {
        let parts = requestLine.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .badRequest("a request line has three parts") }
        guard parts[0].isToken else { throw .badRequest("a method that is not a token") }
        guard !parts[1].isEmpty, parts[1].allSatisfy(\.isVisible) else {
            throw .badRequest("a bad character in the target")
        }
        method = String(decoding: parts[0], as: UTF8.self)
        target = String(decoding: parts[1], as: UTF8.self)
        version = String(decoding: parts[2], as: UTF8.self)
        try checkVersion()
        try checkTarget()
    }

    mutating func add(_ header: HeaderFields.Field) {
        headers.append(header)
    }

    /// Throws unless there is exactly one `Host`. HTTP/1.0 may omit it (RFC 9112 §3.2).
    func checkHost() throws(MalformedRequest) {
        let count = headers.values(of: "Host").count
        guard count == 1 || (count == 0 && version == "HTTP/1.0") else { throw .badRequest("there must be one Host") }
    }

    /// Whether the client sends its body only after a 100 (RFC 9110 §10.1.1).
    var expectsContinue: Bool {
        version == "HTTP/1.1" && headers.contains("100-continue", in: "Expect")
    }

    private func checkVersion() throws(MalformedRequest) {
        guard version.hasPrefix("HTTP/") else { throw .badRequest("a request line without a version") }
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else { throw .versionNotSupported }
    }

    private func checkTarget() throws(MalformedRequest) {
        if method == "CONNECT" { throw .methodNotImplemented }
        let isKnownForm = target.hasPrefix("/") || target.contains("://") || (target == "*" && method == "OPTIONS")
        guard isKnownForm else { throw .badRequest("a target that is neither a path nor a URL") }
    }
}

extension HeaderFields.Field {
    /// Reads a header line (RFC 9112 §5). Whitespace before the colon, continuation lines and control characters are
    /// errors.
    init(line: ArraySlice<UInt8>) throws(MalformedRequest) {
        guard let colon = line.firstIndex(of: .colon) else {
            throw .badRequest("a header line without a colon")
        }
        let name = line[..<colon]
        let value = line[(colon + 1)...].drop(while: \.isBlank).trimmingBlankSuffix
        guard name.isToken else { throw .badRequest("a header name that is not a token") }
        guard value.allSatisfy(\.isFieldContent) else { throw .badRequest("a control character in a header value") }
        self.init(String(decoding: name, as: UTF8.self), value.text)
    }
}

extension ArraySlice<UInt8> {
    fileprivate var trimmingBlankSuffix: ArraySlice<UInt8> {
        self[..<(lastIndex { !$0.isBlank }.map { $0 + 1 } ?? startIndex)]
    }

    /// The bytes as UTF-8, or as Latin-1 if they are not valid UTF-8.
    fileprivate var text: String {
        String(bytes: self, encoding: .utf8) ?? String(String.UnicodeScalarView(map(Unicode.Scalar.init)))
    }
}

/// How the end of a request body is found (RFC 9112 §6.3).
enum BodyFraming: Hashable {
    case length(Int)
    case chunked

    /// Throws for a head that two servers could read differently: a length and a coding, two lengths, an unknown
    /// coding.
    init(of head: RequestHead) throws(MalformedRequest) {
        let codings = head.headers.values(of: "Transfer-Encoding")
        let lengths = head.headers.values(of: "Content-Length")
        guard codings.isEmpty || lengths.isEmpty else { throw .badRequest("both a length and a transfer coding") }
        if codings.isEmpty {
            self = .length(try Self.length(lengths))
        } else {
            guard head.version == "HTTP/1.1" else { throw .badRequest("a transfer coding in HTTP/1.0") }
            guard codings.count == 1, codings[0].isEqualIgnoringCase("chunked") else { throw .codingNotImplemented }
            self = .chunked
        }
    }

    private static func length(_ values: [String]) throws(MalformedRequest) -> Int {
        guard let value = values.first else { return 0 }
        let isNumber = !value.isEmpty && value.utf8.allSatisfy(\.isDigit)
        guard values.count == 1, isNumber else { throw .badRequest("a Content-Length that is not one number") }
        guard let length = Int(value) else { throw .contentTooLarge }
        return length
    }
}

/// The line before a chunk: its size in hexadecimal, and extensions, which are ignored (RFC 9112 §7.1).
struct ChunkSize: Hashable {
    let bytes: Int

    init(line: ArraySlice<UInt8>) throws(MalformedRequest) {
        let digits = line.prefix { $0.hexValue != nil }
        let rest = line[digits.endIndex...].drop(while: \.isBlank)
        let hasValidEnd = rest.isEmpty ? digits.endIndex == line.endIndex : rest.first == .semicolon
        guard !digits.isEmpty, hasValidEnd, rest.allSatisfy(\.isFieldContent) else {
            throw .badRequest("a bad chunk size")
        }
        guard let bytes = Int(String(decoding: digits, as: UTF8.self), radix: 16) else { throw .contentTooLarge }
        self.bytes = bytes
    }
}

extension UInt8 {
    /// A printable ASCII character other than the space (VCHAR, RFC 5234 appendix B.1).
    var isVisible: Bool { (0x21...0x7e).contains(self) }

    /// A byte that a header value may contain: a tab or no control character (RFC 9110 §5.5).
    var isFieldContent: Bool { self == 0x09 || !isControl }
}

extension Collection<UInt8> {
    /// Whether this is a `token` (RFC 9110 §5.6.2).
    var isToken: Bool { !isEmpty && allSatisfy(\.isToken) }
}
