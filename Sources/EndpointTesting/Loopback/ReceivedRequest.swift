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
