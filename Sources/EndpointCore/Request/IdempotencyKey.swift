/// The header by which a server recognises a request that it has carried out already
/// (draft-ietf-httpapi-idempotency-key-header).
package enum IdempotencyKey {
    package static let header = "Idempotency-Key"

    /// Whether the value of the header is a key: a blank one is none.
    package static func isKey(_ value: String) -> Bool {
        !value.allSatisfy(\.isWhitespace)
    }
}
