/// A request that may be sent: absolute, checked, its headers under one spelling each, its body apart.
struct OutgoingRequest: Sendable {
    let url: URL
    let origin: Origin
    let method: String
    var headers: [String: String]
    let body: OutgoingBody?
    let progress: (@Sendable (UploadProgress) -> Void)?

    /// Whether it may be sent again though the server may have acted on it already.
    var mayBeRepeated: Bool {
        HTTPMethod(rawValue: method).isIdempotent
            || headers.contains { name, value in
                name.lowercased() == IdempotencyKey.header.lowercased() && IdempotencyKey.isKey(value)
            }
    }
}

extension OutgoingRequest {
    /// The request that a redirect asks for.
    func following(_ redirect: Redirect) -> OutgoingRequest {
        OutgoingRequest(
            url: redirect.url, origin: redirect.origin, method: redirect.method, headers: redirect.headers,
            body: redirect.keepsBody ? body : nil, progress: progress)
    }
}

extension RedirectPolicy {
    /// Where a response sends its request next; nil when the response is final.
    func next(after response: HTTPURLResponse, to request: OutgoingRequest, hop: Int) throws -> Redirect? {
        guard (300..<400).contains(response.statusCode) else { return nil }
        return try next(
            status: response.statusCode, location: response.value(forHTTPHeaderField: "Location"),
            method: request.method, url: request.url, headers: request.headers, hasBody: request.body != nil, hop: hop)
    }
}
