import EndpointCassette

/// Why no module can be made of an input, in one sentence that names the place.
public struct ScaffoldError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// The sentence.
    public let description: String

    /// An error with its sentence.
    public init(_ description: String) {
        self.description = description
    }

    public var errorDescription: String? { description }
}
