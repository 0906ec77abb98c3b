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
