/// A client that adds an `Idempotency-Key` to calls, by which the server recognises a request that it has already
/// performed.
struct IdempotencyKeyingClient: ClientDecorator {
    /// The client that sends the request.
    let upstream: any APIClient

    let makeKey: @Sendable () -> String

    var order: LayerOrder? { .idempotencyKey }

    var traits: ClientTraits { inheritedTraits(waits: false) }

    func send(_ request: APIRequest) async throws -> APIResponse {
        guard request.endpoint is any IdempotencyKeyedEndpoint,
            request.urlRequest.value(forHTTPHeaderField: IdempotencyKey.header) == nil
        else { return try await upstream.send(request) }
        var request = request
        request.urlRequest.setValue(makeKey(), forHTTPHeaderField: IdempotencyKey.header)
        return try await upstream.send(request)
    }
}

extension APIClient {
    /// Wraps this client to give each call of an `IdempotencyKeyedEndpoint` an `Idempotency-Key`: by default a random
    /// UUID in quotes.
    ///
    /// Only calls of an `IdempotencyKeyedEndpoint` get one: a server that ignores the key would perform a repeated
    /// request twice. All attempts of a call have the same key. Put it outside `retrying()` and `fallingBack(to:)`. A
    /// request that has a key keeps it.
    ///
    /// `makeKey` makes the value of the header, unique for each call. By draft-ietf-httpapi-idempotency-key-header-07
    /// §2.1 it is a String of structured fields, in quotes. For a server that accepts only a bare UUID:
    /// `.addingIdempotencyKeys { UUID().uuidString }`.
    public func addingIdempotencyKeys(makeKey: (@Sendable () -> String)? = nil) -> some ClientDecorator {
        IdempotencyKeyingClient(upstream: self, makeKey: makeKey ?? IdempotencyKey.random)
    }
}

extension IdempotencyKey {
    /// A random UUID as a value of the header: a String of structured fields (RFC 9651 §3.3.3), which is in quotes.
    @Sendable static func random() -> String { "\"\(UUID().uuidString)\"" }
}
