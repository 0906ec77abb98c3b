extension MockClient {
    /// Passes when every answer that had to be given was given, and when no request went without one.
    ///
    /// - Throws: ``UnmetExpectations`` that names the stubs and where they stand, also when a miss was swallowed by a `try?`.
    public func verify() throws {
        if let unmet = UnmetExpectations(stubState) { throw unmet }
    }

    /// Passes when these calls came in this order. Others may have come before, between and after them.
    ///
    /// Calls are compared by their requests: an endpoint need not be `Equatable`.
    ///
    /// - Throws: ``UnmetOrder``, or what an endpoint throws that cannot make its request.
    public func verify(order endpoints: any Endpoint...) throws {
        let expected = try endpoints.map { try $0.makeAPIRequest().snapshot }
        let came = requests.map(\.snapshot)
        var rest = came[...]
        for (index, request) in expected.enumerated() {
            let isIt = { StubState.matching.differences(recorded: request, live: $0).isEmpty }
            guard let place = rest.firstIndex(where: isIt) else {
                throw UnmetOrder(missing: index, expected: expected.map(\.description), came: came.map(\.description))
            }
            rest = rest[(place + 1)...]
        }
    }

    /// Makes a client of stubs, runs a test with it, and verifies it when the test has succeeded.
    ///
    /// ```swift
    /// try await MockClient.using {
    ///     On(BookEndpoint(id: "1")).reply(momo)
    /// } body: { client in
    ///     let book = try await client.request(BookEndpoint(id: "1"))
    ///     #expect(book == momo)
    /// }
    /// ```
    ///
    /// - Throws: what the body throws, otherwise what ``verify()`` throws.
    nonisolated(nonsending) public static func using<Result>(
        @MockBuilder _ stubs: () throws -> [MockStub], body: (MockClient) async throws -> Result
    ) async throws -> Result {
        let client = try MockClient(stubs)
        let result = try await body(client)
        try client.verify()
        return result
    }
}
