/// What a ``LoopbackServer`` keeps of what it receives. By default everything, which a test wants and a benchmark does not.
public struct LoopbackOptions: Hashable, Sendable {
    /// What becomes of request bodies.
    public var bodies: Bodies
    /// The longest body accepted, in bytes; a longer one is answered with 413 as soon as that is known.
    public var bodyLimit: Int
    /// Whether the server remembers its requests. If not, ``LoopbackServer/requests`` stays empty, and
    /// ``LoopbackServer/requestCount`` still counts.
    public var keepsRequests: Bool

    /// Keeps everything of any length unless told otherwise.
    public init(bodies: Bodies = .kept, bodyLimit: Int = .max, keepsRequests: Bool = true) {
        self.bodies = bodies
        self.bodyLimit = bodyLimit
        self.keepsRequests = keepsRequests
    }

    /// What becomes of the bytes of a request body. Only `kept` needs memory for them.
    public enum Bodies: Hashable, Sendable {
        /// They are in ``RecordedRequest/body``.
        case kept
        /// They are thrown away, and ``RecordedRequest/bodyByteCount`` says how many there were.
        case counted
        /// As `counted`, and ``RecordedRequest/bodyChecksum`` says which.
        case checksummed
    }
}
