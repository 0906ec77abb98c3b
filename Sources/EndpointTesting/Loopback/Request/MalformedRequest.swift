/// Bytes that are no request, or none that the server accepts, and the status that tells the client so.
struct MalformedRequest: Error, Hashable {
    let status: Int
    let reason: String

    static func badRequest(_ reason: String) -> MalformedRequest {
        MalformedRequest(status: 400, reason: reason)
    }

    static let contentTooLarge = MalformedRequest(status: 413, reason: "the body is longer than the server's limit")
    static let targetTooLong = MalformedRequest(status: 414, reason: "the request line is longer than 64 KiB")
    static let headersTooLarge = MalformedRequest(status: 431, reason: "the head is longer than 64 KiB")
    static let methodNotImplemented = MalformedRequest(status: 501, reason: "CONNECT is not implemented")
    static let codingNotImplemented = MalformedRequest(status: 501, reason: "the only transfer coding is chunked")
    static let versionNotSupported = MalformedRequest(status: 505, reason: "the version must be HTTP/1.1 or HTTP/1.0")
}
