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

/// What a ``MockClient`` was told to expect and did not see, and what it saw and was not told to expect.
public struct UnmetExpectations: Error, Hashable, Sendable {
    /// The stubs that have answers left, one line each, with the place where each stands.
    public let unused: [String]

    /// The requests that had no answer, in their order.
    public let unmatched: [UnmatchedRequest]

    init?(_ stage: StubState) {
        unused = zip(stage.stubs, stage.plays).filter { $0.needed > $1 }.map { $0.summary($1) }
        unmatched = stage.unmatched
        if unused.isEmpty, unmatched.isEmpty { return nil }
    }
}

extension UnmetExpectations: CustomStringConvertible, LocalizedError {
    /// All of it, over several lines.
    public var description: String {
        let stubs =
            unused.isEmpty ? [] : ["\(unused.count == 1 ? "1 stub has" : "\(unused.count) stubs have") answers left."]
        return (stubs + unused.map { "  \($0)" } + unmatched.map(\.description)).joined(separator: "\n")
    }

    public var errorDescription: String? { description }
}

/// Calls that did not come in the order that a test expected.
public struct UnmetOrder: Error, Hashable, Sendable {
    /// Which of the expected calls did not come where it had to, from 0.
    public let missing: Int

    /// The expected calls, without their secrets.
    public let expected: [String]

    /// The calls that came, without their secrets.
    public let came: [String]
}

extension UnmetOrder: CustomStringConvertible, LocalizedError {
    /// What was expected and what came, over several lines.
    public var description: String {
        let wanted = expected.enumerated().map { "  \($0 == missing ? "✘" : " ") \($1)" }
        let calls = came.isEmpty ? ["    nothing"] : came.map { "    \($0)" }
        return (["These calls did not come in this order:"] + wanted + ["What came:"] + calls).joined(separator: "\n")
    }

    public var errorDescription: String? { description }
}
