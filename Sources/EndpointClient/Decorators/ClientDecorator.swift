/// A client around another one.
///
/// ```swift
/// struct StampingClient: ClientDecorator {
///     let upstream: any APIClient
///     let stamp: String
///
///     func send(_ request: APIRequest) async throws -> APIResponse {
///         var request = request
///         request.urlRequest.setValue(stamp, forHTTPHeaderField: "X-Stamp")
///         return try await upstream.send(request)
///     }
/// }
/// ```
///
/// Its description names everything that it wraps: `Stamping › URLSession(api.example.com)`.
public protocol ClientDecorator: APIClient, CustomStringConvertible {
    /// The client that it wraps.
    var upstream: any APIClient { get }

    /// Its name in the description: by default the name of its type without "Client" and generic arguments.
    var name: String { get }

    /// Its place in a stack; nil, the default, if it works anywhere. If the order of a stack is wrong, its description
    /// and one `CallStep.warned(_:)` report the mistake.
    var order: LayerOrder? { get }
}

extension ClientDecorator {
    public var traits: ClientTraits { inheritedTraits() }

    /// The traits of the client that it wraps, with its own order: for a decorator that adds to its
    /// ``APIClient/traits``.
    ///
    /// A decorator that waits does not inherit the promise to enforce deadlines. One that never waits longer than
    /// `request.context.timeLeft` enforces them as well as the client that it wraps:
    /// `var traits: ClientTraits { inheritedTraits(waits: false) }`.
    public func inheritedTraits(waits: Bool = true) -> ClientTraits {
        ClientTraits(around: upstream, name: { name }, order: order, waits: waits)
    }

    public var name: String { typeName }

    public var order: LayerOrder? { nil }

    /// The names of all layers, outermost first: `Retrying › Authorizing › URLSession(api.example.com)`, and any
    /// mistake in their order.
    public var description: String { inheritedTraits().layers(of: self).text }
}

extension [ClientLayer] {
    fileprivate var text: String {
        let names = map { $0.name() }.joined(separator: " › ")
        return disorder.map { "\(names) (\($0))" } ?? names
    }
}

extension APIClient {
    /// The name of its type without "Client" and generic arguments.
    fileprivate var typeName: String {
        let type = "\(type(of: self))".prefix { $0 != "<" }
        return type.hasSuffix("Client") ? String(type.dropLast("Client".count)) : String(type)
    }

    /// Its name in the description of a stack, if it wraps no client. Without a description, this is the name of its
    /// type, because its properties may contain secrets.
    var ownName: String { (self as? any CustomStringConvertible)?.description ?? typeName }
}
