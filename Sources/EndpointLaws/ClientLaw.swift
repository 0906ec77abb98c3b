/// One rule for clients, with its check.
///
/// ``ClientLaws`` has all of them. Each is also a constant of this type, for the declaration of exceptions:
/// `[.trailersAreAccepted: "this transport cannot read them"]`.
public struct ClientLaw: Sendable, Identifiable {
    /// A short name, which is also the first segment of the paths that the check requests.
    public let id: String

    /// The rule as a sentence.
    public let name: String

    /// The category of the rule.
    public let category: Category

    /// What the check of the rule needs. For a client that lacks it, the check is not run.
    public let needs: Set<Need>

    let check: @Sendable (LawTrial) async throws -> Void

    init(
        _ id: String, _ name: String, _ category: Category, needs: Set<Need> = [],
        check: @escaping @Sendable (LawTrial) async throws -> Void
    ) {
        self.id = id
        self.name = name
        self.category = category
        self.needs = needs
        self.check = check
    }

    /// The category of a law.
    public enum Category: String, Sendable, CaseIterable {
        /// The method, the URL and the headers arrive unchanged.
        case request
        /// The body of a request arrives byte for byte.
        case upload
        /// Status, headers and body of a response arrive unchanged.
        case response
        /// A body is read as it arrives.
        case stream
        /// Anything but a complete response is an error.
        case malformed
        /// Redirects are followed, and no credential leaves its origin.
        case redirect
        /// A cancelled call ends immediately.
        case cancellation
        /// Nothing leaks from one call into another.
        case isolation
        /// Nothing is sent that could be read as another request, or that goes somewhere else.
        case safety
        /// Deadlines and limits hold.
        case limit
    }

    /// What a check requires from a client.
    public enum Need: String, Sendable, CaseIterable {
        /// A connection to the server: the check sends bytes that are not a well-formed response, or observes
        /// connections.
        case sockets
        /// The client follows redirects.
        case redirects
        /// The client returns bodies as streams, instead of collecting them.
        case streams
    }
}

extension ClientLaw: Hashable {
    /// Laws are equal if their identifiers are.
    public static func == (first: ClientLaw, second: ClientLaw) -> Bool { first.id == second.id }

    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension ClientLaw: CustomStringConvertible {
    /// The identifier and the sentence: `trailersAreAccepted: A response with trailers arrives without them.`
    public var description: String { "\(id): \(name)" }
}
