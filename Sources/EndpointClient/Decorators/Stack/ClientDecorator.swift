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
/// It describes itself, with all that it wraps: `Stamping › URLSession(api.example.com)`.
public protocol ClientDecorator: APIClient, CustomStringConvertible {
    /// The client that it wraps.
    var upstream: any APIClient { get }

    /// Its word in the description: by default the name of its type without "Client".
    var name: String { get }
}

extension ClientDecorator {
    public var name: String {
        let type = "\(type(of: self))"
        return type.hasSuffix("Client") ? String(type.dropLast("Client".count)) : type
    }

    /// The words of all that it is made of, outermost first: `Retrying › Authorizing › URLSession(api.example.com)`. A stack that
    /// works against itself says so.
    public var description: String {
        let words = layers.map { ($0 as? any ClientDecorator)?.name ?? "\($0)" }.joined(separator: " › ")
        return disorder.map { "\(words) (\($0))" } ?? words
    }
}
