/// An endpoint whose server recognises a repeated request by its `Idempotency-Key`
/// (draft-ietf-httpapi-idempotency-key-header), so that even a `POST` may be tried again.
///
/// Nothing is to be written for it. A client that is `addingIdempotencyKeys()` gives each call a key.
public protocol IdempotencyKeyedEndpoint: Endpoint {}
