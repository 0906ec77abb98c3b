/// An endpoint whose server recognises a repeated request by its `Idempotency-Key`
/// (draft-ietf-httpapi-idempotency-key-header-07), so that even a `POST` may be retried.
///
/// It has no requirements. A client with `addingIdempotencyKeys()` adds a key to each call of such an endpoint.
public protocol IdempotencyKeyedEndpoint: Endpoint {}

/// The header that carries the key.
package enum IdempotencyKey {
    package static let header = "Idempotency-Key"

    /// Whether a value of the header is a key. A blank value is not, nor an empty string in quotes.
    package static func isKey(_ value: String) -> Bool {
        !value.allSatisfy { $0.isWhitespace || $0 == "\"" }
    }
}

extension URLRequest {
    /// Whether it has an `Idempotency-Key` by which the server recognises a repetition.
    package var hasIdempotencyKey: Bool {
        value(forHTTPHeaderField: IdempotencyKey.header).map(IdempotencyKey.isKey) ?? false
    }
}
