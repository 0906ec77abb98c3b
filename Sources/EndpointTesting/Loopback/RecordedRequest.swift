/// A request as it arrived at a ``LoopbackServer``. Nothing is decoded or normalized, except that chunks are joined.
public struct RecordedRequest: Hashable, Sendable {
    /// The method in its original spelling: `GET`, but also `get`.
    public let method: String
    /// The request-target exactly as sent, such as `/v1/a%2Fb?x=1` (RFC 9112 §3.2).
    public let target: String
    /// `HTTP/1.1` or `HTTP/1.0`.
    public let version: String
    /// The header fields in order of arrival, in their original spelling, without the whitespace around the values.
    public let headers: HeaderFields
    /// The body, without the framing of its chunks. Empty unless the server keeps bodies: see
    /// ``LoopbackOptions/bodies``.
    public let body: Data
    /// The length of the body in bytes, whether or not it was kept.
    public let bodyByteCount: Int
    /// The FNV-1a checksum of the body; nil unless ``LoopbackOptions/bodies`` is `checksummed`.
    public let bodyChecksum: UInt64?
    /// Whether the body was sent in chunks instead of with a `Content-Length`.
    public let isChunked: Bool
    /// The number of the connection, from 1 in order of acceptance.
    public let connection: Int
}

extension RecordedRequest {
    /// A request to test a handler without a socket.
    public init(_ method: String, _ target: String, headers: HeaderFields = [:], body: Data = Data()) {
        self.init(method, target, headers: headers, body: body, isChunked: false)
    }

    package init(_ method: String, _ target: String, headers: HeaderFields, body: Data, isChunked: Bool) {
        self.init(
            method: method, target: target, version: "HTTP/1.1", headers: headers, body: body,
            bodyByteCount: body.count, bodyChecksum: nil, isChunked: isChunked, connection: 1)
    }

    /// The target up to the question mark, still percent-encoded. The origin in the target of a proxy request is left
    /// out.
    public var path: String {
        String(originForm.prefix { $0 != "?" })
    }

    /// The target after the first question mark, still percent-encoded; nil without a question mark.
    public var query: String? {
        originForm.firstIndex(of: "?").map { String(originForm[$0...].dropFirst()) }
    }

    /// The body as text; bytes that are not UTF-8 are replaced.
    public var text: String {
        String(decoding: body, as: UTF8.self)
    }

    /// The value of the header with this name in any case, as `HeaderFields` joins several; nil without such a
    /// header.
    public func header(_ name: String) -> String? {
        headers[name]
    }

    /// This request without its body.
    var withoutBody: RecordedRequest { replacing(headers: headers) }

    /// This request without its body, whose connection is closed after the response.
    var closing: RecordedRequest {
        var headers = headers
        headers.append("Connection", "close")
        return replacing(headers: headers)
    }

    private func replacing(headers: HeaderFields) -> RecordedRequest {
        RecordedRequest(
            method: method, target: target, version: version, headers: headers, body: Data(), bodyByteCount: 0,
            bodyChecksum: nil, isChunked: isChunked, connection: connection)
    }

    /// Whether the client expects the connection to be closed after the response.
    var closesConnection: Bool {
        version == "HTTP/1.0" || headers.contains("close", in: "Connection")
    }

    private var originForm: Substring {
        guard !target.hasPrefix("/"), let scheme = target.range(of: "://") else { return target[...] }
        return target[scheme.upperBound...].drop { $0 != "/" && $0 != "?" }
    }
}

extension HeaderFields {
    /// Whether a comma-separated field contains this token in any case, as in `Connection: keep-alive, close`.
    package func contains(_ token: String, in name: String) -> Bool {
        values(of: name).contains { value in
            value.split(whereSeparator: { ", \t;".contains($0) }).contains { token.isEqualIgnoringCase($0) }
        }
    }
}
