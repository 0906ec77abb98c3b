extension RetryPolicy {
    /// Whether a request may be sent again though the server may have acted on it already.
    ///
    /// Its method is one of ``methods``, or it carries an `Idempotency-Key` by which the server recognises it.
    public func mayRepeat(_ request: URLRequest) -> Bool {
        let method = HTTPMethod(rawValue: request.httpMethod ?? "GET")
        if methods.contains(method) { return true }
        return request.value(forHTTPHeaderField: IdempotencyKey.header).map(IdempotencyKey.isKey) ?? false
    }
}
