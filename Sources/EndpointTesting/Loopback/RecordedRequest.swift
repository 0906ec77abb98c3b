/// A request as it arrived at a ``LoopbackServer``, byte for byte where that matters.
public struct RecordedRequest: Hashable, Sendable {
    /// The method as it was spelled: `GET`, but also `get`.
    public let method: String
    /// The request-target exactly as sent, such as `/v1/a%2Fb?x=1` (RFC 9112, section 3.2).
    public let target: String
    /// `HTTP/1.1` or `HTTP/1.0`.
    public let version: String
    /// The header lines in order of arrival.
    public let headers: [LoopbackHeader]
    /// The body, without its chunks' framing. Empty unless the server keeps bodies: see ``LoopbackOptions``.
    public let body: Data
    /// The length of the body in bytes, whether or not it was kept.
    public let bodyByteCount: Int
    /// The `FNV1a` checksum of the body, where the server was asked for checksums.
    public let bodyChecksum: UInt64?
    /// Whether the body came in chunks rather than with a `Content-Length`.
    public let isChunked: Bool
    /// The serial number of the connection it came on; the server's first is 1.
    public let connection: Int
}

extension RecordedRequest {
    /// A request as it would arrive, to test a handler without a socket.
    public init(_ method: String, _ target: String, headers: [LoopbackHeader] = [], body: Data = Data()) {
        self.init(
            method: method, target: target, version: "HTTP/1.1", headers: headers, body: body,
            bodyByteCount: body.count, bodyChecksum: nil, isChunked: false, connection: 1)
    }

    /// The target up to the question mark, still percent-encoded, without the origin that a proxy request has.
    public var path: String {
        String(originForm.prefix { $0 != "?" })
    }

    /// The target after the first question mark, still percent-encoded; nil without one, empty after a bare one.
    public var query: String? {
        originForm.firstIndex(of: "?").map { String(originForm[$0...].dropFirst()) }
    }

    /// The body as text; bytes that are not UTF-8 are replaced.
    public var text: String {
        String(decoding: body, as: UTF8.self)
    }

    /// The value of the header, whatever its case; several lines are joined with `", "`, none is nil.
    public func header(_ name: String) -> String? {
        let values = headers.values(of: name)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// Whether the client will take no second answer on this connection.
    var closesConnection: Bool {
        version == "HTTP/1.0" || headers.contains("close", in: "Connection")
    }

    private var originForm: Substring {
        guard !target.hasPrefix("/"), let scheme = target.range(of: "://") else { return target[...] }
        return target[scheme.upperBound...].drop { $0 != "/" && $0 != "?" }
    }
}

/// One header line. Lists of them keep the order, the spelling and the repetitions of the wire.
public struct LoopbackHeader: Hashable, Sendable {
    /// The name as it was spelled.
    public let name: String
    /// The value without the blanks around it.
    public let value: String

    /// A line that a response will carry exactly so: neither part is checked, so that a test can send what is forbidden.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension [LoopbackHeader] {
    /// The values of all lines with this name, upper and lower case being the same.
    func values(of name: String) -> [String] {
        filter { $0.name.isSameFieldName(as: name) }.map(\.value)
    }

    /// Whether a comma separated header holds this token, as in `Connection: keep-alive, close`.
    func contains(_ token: String, in name: String) -> Bool {
        values(of: name).contains { value in
            value.split(whereSeparator: { ", \t".contains($0) }).contains { String($0).isSameFieldName(as: token) }
        }
    }
}

extension String {
    fileprivate func isSameFieldName(as other: String) -> Bool {
        utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
    }
}

extension UInt8 {
    fileprivate var asciiLowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}
