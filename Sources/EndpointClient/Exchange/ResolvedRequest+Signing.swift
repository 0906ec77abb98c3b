extension ResolvedRequest {
    /// This request with its signature, if the call has one (``APIClient/signing(_:)``) and no redirect has led to
    /// another origin. A client of your own sends what this returns, for each request and each redirect.
    ///
    /// - Throws: what the closure throws, and `RequestError` if it has changed the origin or added a header that cannot
    ///   be sent.
    public func signed(in context: CallContext, on time: TimeSource = .system) async throws -> ResolvedRequest {
        guard isSignable, let sign = context.sign else { return self }
        let unsigned = SignableRequest(method: method, url: url, headers: headers, body: body.map(BodyStream.init))
        let signable = try await context.beforeSending(on: time) {
            var signable = unsigned
            try await sign(&signable)
            return signable
        }
        guard Origin(signable.url) == origin else { throw RequestError(.host(signable.url.absoluteString)) }
        try HeaderRules.check(signable.headers)
        var signed = self
        (signed.url, signed.headers) = (signable.url, signable.headers)
        return signed
    }
}

extension BodyStream {
    /// The bytes of the body of a request.
    fileprivate init(_ body: RequestBody) {
        if let data = body.data {
            self.init(data)
        } else {
            let reader = BodyChunkReader(body)
            self.init { try await reader.read() }
        }
    }
}
