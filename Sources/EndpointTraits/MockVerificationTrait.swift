import Testing

/// Verifies each `MockClient` that a test makes when the test ends, as `MockClient.verify()` does.
///
/// ```swift
/// @Test(.verifyingMocks) func `shows a book`() async throws {
///     let client = MockClient { On(BookEndpoint(id: "1")).reply(momo) }
///     #expect(try await client.request(BookEndpoint(id: "1")) == momo)
/// }
/// ```
///
/// An unmatched request, or an exchange that the contract of a mock does not have, becomes an issue, even if its error
/// was discarded. If the test has passed until then, an unused reply becomes an issue too. What a failed test has sent
/// and got is attached to it as a page, `<suite>.<test>.mocks.html`, with the nearest stubs beside each request that no
/// stub matches. On a suite, the trait verifies the mocks of each of its tests. A mock that is made in a detached task
/// is not verified.
public struct MockVerificationTrait: TestTrait, SuiteTrait, TestScoping {
    public var isRecursive: Bool { true }

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> MockVerificationTrait? {
        testCase == nil ? nil : self
    }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let made = Locked([MockClient]())
        let outcome = TestOutcome()
        defer { if !outcome.isPassed { attachReport(of: made.withLock { $0 }, to: test) } }
        try await outcome.observe(test, testCase) {
            try await MockClient.$observer.withValue(
                { client in made.withLock { $0.append(client) } }, operation: function)
        }
        let hasPassed = outcome.isPassed
        for client in made.withLock({ $0 }) {
            guard let unmet = client.unmetExpectations else { continue }
            let failures: [any Error] = unmet.unmatched + unmet.refused
            outcome.record(hasPassed ? [unmet] : failures, at: test.sourceLocation)
        }
    }

    /// Attaches what a test has sent to its mocks and got from them.
    private func attachReport(of clients: [MockClient], to test: Test) {
        guard let page = MockClient.report(of: clients, title: test.qualifiedName) else { return }
        let name = CassetteFile.name(for: test.qualifiedName)
        CassetteTrait.attach(Array(page), "\(name).mocks.html", test.sourceLocation)
    }
}

extension Trait where Self == MockVerificationTrait {
    /// Verifies each `MockClient` that the test makes when the test ends.
    public static var verifyingMocks: MockVerificationTrait { MockVerificationTrait() }
}
