/// A client that adds an `Idempotency-Key` to calls, by which the server recognises a request that it has carried out already.
///
/// Only calls of an `IdempotencyKeyedEndpoint` get one: a server that ignores the key would carry out a repeated request twice. All attempts of a call have the same key. Put it outside `retrying()`. A request that has a key
/// keeps it.
public struct IdempotencyKeyingClient: ClientDecorator {
    /// The client that sends the request.
    public let upstream: any APIClient

    private let makeKey: @Sendable () -> String

    /// A client around another one. `makeKey` makes a unique key for each call.
    public init(_ upstream: any APIClient, makeKey: @escaping @Sendable () -> String = { UUID().uuidString }) {
        self.upstream = upstream
        self.makeKey = makeKey
    }

    public func send(_ request: APIRequest) async throws -> APIResponse {
        guard request.endpoint is any IdempotencyKeyedEndpoint,
            request.urlRequest.value(forHTTPHeaderField: IdempotencyKey.header) == nil
        else { return try await upstream.send(request) }
        var request = request
        request.urlRequest.setValue(makeKey(), forHTTPHeaderField: IdempotencyKey.header)
        return try await upstream.send(request)
    }
}

extension IdempotencyKeyingClient: DeadlineEnforcing {
    public var order: LayerOrder? { .idempotencyKey }
}

extension APIClient {
    /// This client, which gives each call of an `IdempotencyKeyedEndpoint` an `Idempotency-Key`: by default a random UUID.
    public func addingIdempotencyKeys(makeKey: @escaping @Sendable () -> String = { UUID().uuidString })
        -> IdempotencyKeyingClient
    {
        IdempotencyKeyingClient(self, makeKey: makeKey)
    }
}
