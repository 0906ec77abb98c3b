import EndpointCore

/// What GitHub says when it refuses.
public struct GitHubError: Error, Decodable, LocalizedError {
    public struct Field: Decodable, Sendable {
        public let field, code: String?
    }

    public let message: String
    public let errors: [Field]?

    /// How much GitHub still allows; not in the body.
    public internal(set) var rateLimit: RateLimit?

    private enum CodingKeys: CodingKey { case message, errors }

    public var errorDescription: String? {
        if rateLimit?.remaining == 0 { return "GitHub takes no more requests for now. Sign in, or try again later." }
        guard let field = errors?.first?.field else { return message }
        return "GitHub did not accept this. Check what you have entered for \"\(field)\"."
    }
}
