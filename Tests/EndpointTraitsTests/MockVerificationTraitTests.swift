import Testing

@testable import EndpointTraits

/// `.verifyingMocks` on a suite and on tests. Each test that should fail expects its one issue.
@Suite struct MockVerificationTraitTests {
    @Test(.verifyingMocks) func `a mock whose answers were used isn't an issue`() async throws {
        let client = MockClient { On(NumberEndpoint(path: "a")).reply(1) }
        #expect(try await client.request(NumberEndpoint(path: "a")) == 1)
    }

    @Test(.expectsIssue { ($0.error as? UnmetExpectations)?.unused.count == 1 }, .verifyingMocks)
    func `an answer that wasn't given is an issue`() {
        _ = MockClient { On(NumberEndpoint(path: "a")).reply(1) }
    }

    @Test(.expectsIssue { ($0.error as? UnmetExpectations)?.unmatched.count == 1 }, .verifyingMocks)
    func `a request without an answer is an issue even if its error is discarded`() async {
        _ = try? await MockClient {}.request(NumberEndpoint(path: "a"))
    }

    @Test(.expectsIssue { ($0.error as? UnmetExpectations)?.refused.count == 1 }, .verifyingMocks)
    func `an exchange that the contract does not have is an issue even if its error is discarded`() async throws {
        let contract = try APIContract(json: Data(#"{"openapi": "3.1.0", "paths": {"/b": {"get": {}}}}"#.utf8))
        let client = MockClient(contract: contract) { On(NumberEndpoint(path: "a")).reply(1) }
        _ = try? await client.request(NumberEndpoint(path: "a"))
    }

    @Test(.expectsIssue { $0.error is ContractViolation }, .verifyingMocks)
    func `an exchange that the contract does not have and that fails the test is reported once`() async throws {
        let contract = try APIContract(json: Data(#"{"openapi": "3.1.0", "paths": {"/b": {"get": {}}}}"#.utf8))
        _ = try await MockClient(contract: contract) { On(NumberEndpoint(path: "a")).reply(1) }
            .request(NumberEndpoint(path: "a"))
    }

    @Test(.expectsIssue { $0.error is UnmatchedRequest }, .verifyingMocks)
    func `a request without an answer that fails the test is reported once`() async throws {
        _ = try await MockClient { On(NumberEndpoint(path: "b")).reply(1) }.request(NumberEndpoint(path: "a"))
    }

    @Test(.expectsIssue { $0.error is UnmetExpectations }, .verifyingMocks)
    func `a mock that is already verified is reported once`() async throws {
        try await MockClient.using {
            On(NumberEndpoint(path: "a")).reply(1)
        } body: { _ in
        }
    }

    @Test(.expectsIssue { if case .expectationFailed = $0.kind { true } else { false } }, .verifyingMocks)
    func `an answer that wasn't given isn't an issue if the test fails anyway`() async throws {
        let client = MockClient { On(NumberEndpoint(path: "a")).reply(1).then(2) }
        let number = try await client.request(NumberEndpoint(path: "a"))
        #expect(number == 99)
    }

    @Test(
        .attaches(["MockVerificationTraitTests.a-failed-test-attaches-what-its-mocks-got.mocks.html": 3]),
        .expectsIssue { $0.error is UnmatchedRequest }, .verifyingMocks)
    func `a failed test attaches what its mocks got`() async throws {
        let client = MockClient { On(NumberEndpoint(path: "a")).reply(1) }
        _ = try await client.request(NumberEndpoint(path: "a"))
        _ = try await MockClient { try .json("2", to: $0) }.request(NumberEndpoint(path: "b"))
        _ = try await client.request(NumberEndpoint(path: "c"))
    }

    @Test(.attaches([:]), .verifyingMocks) func `a test that passes attaches nothing`() async throws {
        let client = MockClient { On(NumberEndpoint(path: "a")).reply(1) }
        _ = try await client.request(NumberEndpoint(path: "a"))
    }

    @Suite(.verifyingMocks) struct OfASuite {
        private let client: MockClient

        init() {
            client = MockClient { On(NumberEndpoint(path: "a")).reply(1) }
        }

        @Test(arguments: 1...2) func `each case of a suite has its own mocks`(number: Int) async throws {
            #expect(try await client.request(NumberEndpoint(path: "a")) == 1)
        }
    }
}
