// The body that the head announces.
extension ResponseHeadReader {
    /// Whether the response to a request with this method has a body by its status (RFC 9110 §6.4.1).
    func hasBody(answering method: String) -> Bool {
        method != "HEAD" && status != 204 && status != 304
    }

    /// The length of the body as it is sent; nil if the head does not have it.
    func contentLength(answering method: String) -> Int64? {
        hasBody(answering: method) ? headers["Content-Length"].flatMap { Int64($0) } : 0
    }

    /// The length of the body after which nothing of the response follows; nil if the head does not have it, or if it
    /// announces trailers (RFC 9110 §6.6.2), which HTTP/2 allows after a body with a length.
    func lengthBeforeEnd(answering method: String) -> Int64? {
        headers.contains("Trailer") ? nil : contentLength(answering: method)
    }

    /// The length of the body, if the head has it and the body is not encoded. One that no `Int` can have counts as the
    /// largest.
    var decodedLength: Int? {
        guard !headers.contains("Content-Encoding"), !headers.contains("Transfer-Encoding") else { return nil }
        return headers["Content-Length"].map { Int($0) ?? .max }
    }
}
