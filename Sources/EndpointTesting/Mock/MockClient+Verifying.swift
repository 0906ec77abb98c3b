extension MockClient {
    /// Checks that every required reply was used, that every request had a reply, and that the contract of the client
    /// allows them all, if it has one.
    ///
    /// - Throws: ``UnmetExpectations`` with the stubs and their source locations. An unmatched request, and an exchange
    ///   that the contract does not have, are reported even if a `try?` discarded their errors.
    public func verify() throws {
        if let unmetExpectations { throw unmetExpectations }
    }

    /// The error of ``verify()``; nil if there is none.
    package var unmetExpectations: UnmetExpectations? { UnmetExpectations(currentState) }

    /// Checks that these calls were made in this order. Other calls may have been made before, between and after them.
    ///
    /// Calls are compared by their requests, so an endpoint need not be `Equatable`.
    ///
    /// - Throws: ``UnmetOrder``, or the error of an endpoint that cannot make its request.
    public func verify(order endpoints: any Endpoint...) throws {
        let expected = try endpoints.map { try $0.makeAPIRequest().snapshot }
        let actual = requests.map(\.snapshot)
        var rest = actual[...]
        for (index, request) in expected.enumerated() {
            let matches = { StubState.matching.differences(recorded: request, live: $0).isEmpty }
            guard let position = rest.firstIndex(where: matches) else {
                let line = currentState.line
                throw UnmetOrder(missing: index, expected: expected.map(line), actual: actual.map(line))
            }
            rest = rest[(position + 1)...]
        }
    }

    /// Makes a client with stubs, runs a test with it, and verifies the client if the test succeeded.
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
    /// - Throws: the error of the body, or else the error of ``verify()``.
    nonisolated(nonsending) public static func using<Result>(
        @MockBuilder _ stubs: () throws -> [On<any Sendable>], body: (MockClient) async throws -> Result
    ) async throws -> Result {
        let client = try MockClient(stubs)
        let result = try await body(client)
        try client.verify()
        return result
    }
}

/// The differences between the stubs of a ``MockClient`` and the requests it received: unused replies, unmatched
/// requests, and exchanges that its ``APIContract`` does not have.
public struct UnmetExpectations: Error, Hashable, Sendable {
    /// The stubs with unused replies, one line each, with their source locations.
    public let unused: [String]

    /// The unmatched requests, in order of arrival.
    public let unmatched: [UnmatchedRequest]

    /// The exchanges that the contract of the client does not have, in order.
    public let refused: [ContractViolation]

    init?(_ state: StubState) {
        unused = state.summaries { $0.requiredCount > $1 }
        unmatched = state.unmatched
        refused = state.refused
        if unused.isEmpty, unmatched.isEmpty, refused.isEmpty { return nil }
    }
}

extension UnmetExpectations: DescribedError {
    /// The unused stubs, the unmatched requests and the refused exchanges, on several lines.
    public var description: String {
        let stubs =
            unused.isEmpty
            ? [] : ["\(unused.count.counted("stub")) \(unused.count == 1 ? "has" : "have") unused replies."]
        let errors = unmatched.map(\.description) + refused.map(\.description)
        return (stubs + unused.map { "  \($0)" } + errors).joined(separator: "\n")
    }
}

/// Calls that were not made in the order that a test expected.
public struct UnmetOrder: Error, Hashable, Sendable {
    /// The index of the first expected call that was missing or out of order, from 0.
    public let missing: Int

    /// The expected calls, without their secrets.
    public let expected: [String]

    /// The actual calls, without their secrets.
    public let actual: [String]
}

extension UnmetOrder: DescribedError {
    /// The expected and the actual calls, on several lines.
    public var description: String {
        let wanted = expected.enumerated().map { "  \($0 == missing ? "✘" : " ") \($1)" }
        let calls = actual.isEmpty ? ["    none"] : actual.map { "    \($0)" }
        return (["These calls were not made in this order:"] + wanted + ["Actual calls:"] + calls).joined(
            separator: "\n")
    }
}
