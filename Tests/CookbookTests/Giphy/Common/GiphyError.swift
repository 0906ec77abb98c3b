import EndpointCore

/// Why there is no GIF to be seen.
public enum GiphyError: Error, Equatable, LocalizedError {
    case missingKey

    public var errorDescription: String? { "GIFs are not available: this app has no key for GIPHY." }
}
