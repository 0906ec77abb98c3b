/// An endpoint whose server recognises a repeated request by its `Idempotency-Key`
/// (draft-ietf-httpapi-idempotency-key-header), so that even a `POST` may be tried again.
///
/// Nothing is to be written for it. A client that is `addingIdempotencyKeys()` gives each call a key.
public protocol IdempotencyKeyedEndpoint: Endpoint {}

/// The header by which a server recognises a request that it has carried out already
/// (draft-ietf-httpapi-idempotency-key-header).
package enum IdempotencyKey {
    package static let header = "Idempotency-Key"

    /// Whether the value of the header is a key: a blank one is none.
    package static func isKey(_ value: String) -> Bool {
        !value.allSatisfy(\.isWhitespace)
    }
}
