/// The request line and the header lines that have been read so far.
struct RequestHead {
    private(set) var method = ""
    private(set) var target = ""
    private(set) var version = ""
    private(set) var headers: [LoopbackHeader] = []

    /// Nothing yet.
    init() {}

    /// Reads `GET /path HTTP/1.1`: three parts, one blank between them (RFC 9112, section 3).
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

    mutating func add(_ header: LoopbackHeader) {
        headers.append(header)
    }

    /// Refuses a head that could be meant for another server.
    func checkHost() throws(MalformedRequest) {
        let count = headers.values(of: "Host").count
        guard count == 1 || (count == 0 && version == "HTTP/1.0") else { throw .badRequest("there must be one Host") }
    }

    /// Whether the client holds its body back until it gets a 100.
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

extension LoopbackHeader {
    /// Reads a header line (RFC 9112, section 5): no blank before the colon, no continuation lines, no control characters.
    init(line: ArraySlice<UInt8>) throws(MalformedRequest) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
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

    /// UTF-8, or Latin-1 where it is not.
    fileprivate var text: String {
        String(bytes: self, encoding: .utf8) ?? String(String.UnicodeScalarView(map(Unicode.Scalar.init)))
    }
}

/// How the end of a request body is known (RFC 9112, section 6.3).
enum BodyFraming: Hashable {
    case length(Int)
    case chunked

    /// Refuses what two servers could read differently: both kinds at once, two lengths, unknown codings.
    init(of head: RequestHead) throws(MalformedRequest) {
        let codings = head.headers.values(of: "Transfer-Encoding")
        let lengths = head.headers.values(of: "Content-Length")
        guard codings.isEmpty || lengths.isEmpty else { throw .badRequest("both a length and a transfer coding") }
        if codings.isEmpty {
            self = .length(try Self.length(lengths))
        } else {
            guard head.version == "HTTP/1.1" else { throw .badRequest("a transfer coding in HTTP/1.0") }
            guard codings.map({ $0.lowercased() }) == ["chunked"] else { throw .codingNotImplemented }
            self = .chunked
        }
    }

    private static func length(_ values: [String]) throws(MalformedRequest) -> Int {
        guard let value = values.first else { return 0 }
        let isNumber = !value.isEmpty && value.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard values.count == 1, isNumber else { throw .badRequest("a Content-Length that is not one number") }
        guard let length = Int(value) else { throw .contentTooLarge }
        return length
    }
}

/// The line in front of a chunk: its size in hexadecimal, and extensions, which are ignored (RFC 9112, section 7.1).
struct ChunkSize: Hashable {
    let bytes: Int

    init(line: ArraySlice<UInt8>) throws(MalformedRequest) {
        let digits = line.prefix { Character(Unicode.Scalar($0)).isHexDigit }
        let rest = line[digits.endIndex...].drop(while: \.isBlank)
        let hasGoodEnd = rest.isEmpty ? digits.endIndex == line.endIndex : rest.first == UInt8(ascii: ";")
        guard !digits.isEmpty, hasGoodEnd, rest.allSatisfy(\.isFieldContent) else {
            throw .badRequest("a bad chunk size")
        }
        guard let bytes = Int(String(decoding: digits, as: UTF8.self), radix: 16) else { throw .contentTooLarge }
        self.bytes = bytes
    }
}

extension UInt8 {
    /// A printable ASCII character, the blank not included.
    var isVisible: Bool { (0x21...0x7e).contains(self) }

    /// What a header value may hold: everything but control characters (RFC 9110, section 5.5).
    var isFieldContent: Bool { self == 0x09 || (self >= 0x20 && self != 0x7f) }
}

extension Collection<UInt8> {
    /// Not empty, and nothing but `token` characters.
    var isToken: Bool { !isEmpty && allSatisfy(\.isToken) }
}
