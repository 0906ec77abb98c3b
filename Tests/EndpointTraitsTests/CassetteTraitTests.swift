import Foundation
import Testing

@testable import EndpointTraits

/// Replays `__Cassettes__/CassetteTraitTests/numbers.har`, in which `a` is answered with 1 and `b` with 2.
@Suite(.serialized) struct CassetteTraitTests {
    private let client = Cassette.client(over: MockClient { try .json("0", to: $0) }, baseURL: api)

    @Test(.attaches([:]), .cassette("numbers", mode: .replay)) func `a cassette is found beside the test`() async throws
    {
        #expect(
            CassetteSession.current?.file.url.path.hasSuffix("/__Cassettes__/CassetteTraitTests/numbers.har") == true)
        #expect(try await client.request(NumberEndpoint(path: "b")) == 2)
        #expect(try await client.request(NumberEndpoint(path: "a")) == 1)
    }

    @Test(.cassette(mode: .replay)) func `finds the file by the names of suite and test`() async throws {
        let name = "CassetteTraitTests.finds-the-file-by-the-names-of-suite-and-test.har"
        #expect(CassetteSession.current?.file.url.lastPathComponent == name)
        #expect(try await client.request(NumberEndpoint(path: "named")) == 3)
    }

    @Test(.cassette("numbers", mode: .replay), arguments: [("a", 1), ("b", 2)])
    func `the cases of a test share a cassette`(path: String, number: Int) async throws {
        #expect(try await client.request(NumberEndpoint(path: "\(path)")) == number)
    }

    @Test(.cassette("numbers", mode: .replay) { $0.allowRepeats = true })
    func `an answer is repeated if repeats are allowed`()
        async throws
    {
        #expect(try await client.request(NumberEndpoint(path: "a")) == 1)
        #expect(try await client.request(NumberEndpoint(path: "a")) == 1)
        #expect(try await client.request(NumberEndpoint(path: "b")) == 2)
    }

    @Test(.cassette("numbers", mode: .replay) { $0.matching = .standard.ignoring(.query("t")) })
    func `a trait can have a matching of its own`() async throws {
        let request = APIRequest(try .get("a", query: ["t": 1]), for: NumberEndpoint(path: "a"))
        #expect(try await client.send(request).data == Data("1".utf8))
        _ = try await client.request(NumberEndpoint(path: "b"))
    }

    @Test(.cassette("numbers", mode: .replay)) func `child tasks of the test have its cassette`() async throws {
        async let first = client.request(NumberEndpoint(path: "a"))
        async let second = Cassette.client(baseURL: api).request(NumberEndpoint(path: "b"))
        #expect(try await [first, second] == [1, 2])
    }

    @Test func `a client outside of a test with a cassette throws`() async {
        await #expect(throws: CassetteError(.noCassette)) { try await client.request(NumberEndpoint(path: "a")) }
    }

    @Test(
        .expectsIssue { $0.error is UnmatchedRequest && $0.sourceLocation?.fileName == "CassetteTraitTests.swift" },
        .cassette("numbers", mode: .replay))
    func `an unmatched request is an issue even if its error is discarded`() async {
        _ = try? await client.request(NumberEndpoint(path: "a"))
        _ = try? await client.request(NumberEndpoint(path: "b"))
        _ = try? await client.request(NumberEndpoint(path: "c"))
    }

    @Test(
        .expectsIssue { ($0.error as? UnmatchedRequest)?.reason == .exhausted(last: 0, recorded: 1) },
        .cassette("numbers", mode: .replay))
    func `an unmatched request that fails the test is reported once`() async throws {
        _ = try await client.request(NumberEndpoint(path: "a"))
        _ = try await client.request(NumberEndpoint(path: "a"))
    }

    @Test(.expectsIssue { ($0.error as? CassetteError)?.unusedIndices == [1] }, .cassette("numbers", mode: .replay))
    func `an unused interaction is an issue`() async throws {
        _ = try await client.request(NumberEndpoint(path: "a"))
    }

    @Test(
        .expectsIssue { if case .expectationFailed = $0.kind { true } else { false } },
        .attaches(["numbers.actual.har": 1, "numbers.report.html": 1]), .cassette("numbers", mode: .replay))
    func `a failed test attaches its traffic and has no issue for unused interactions`() async throws {
        let number = try await client.request(NumberEndpoint(path: "a"))
        #expect(number == 99)
    }

    @Test(
        .expectsIssue { ($0.error as? CassetteError)?.unusedIndices == [1] }, .cassette("numbers", mode: .replay),
        arguments: ["a"])
    func `an interaction that no case has used is an issue`(path: String) async throws {
        _ = try await client.request(NumberEndpoint(path: "\(path)"))
    }

    @Test(
        .expectsIssue {
            if case .unknownMode("reply", _) = ($0.error as? CassetteError)?.reason { true } else { false }
        },
        CassetteTrait(name: "numbers", environment: ["ENDPOINT_CASSETTE": "reply"]))
    func `an unknown mode is an issue`() {
        Issue.record("This must not run.")
    }

    @Test(
        .expectsIssue { ($0.error as? UnmatchedRequest)?.description.contains("ENDPOINT_CASSETTE=all") == true },
        CassetteTrait(name: "not there", environment: ["CI": "true"]))
    func `a CI machine without a file records nothing`() async {
        _ = try? await client.request(NumberEndpoint(path: "a"))
        #expect(CassetteSession.current?.file.exists == false)
    }

    @Test(
        .expectsIssue { if case .leaks = ($0.error as? CassetteError)?.reason { true } else { false } },
        .attaches(["refused.actual.har": 1, "refused.report.html": 1]),
        CassetteTrait(name: "refused", environment: ["ENDPOINT_CASSETTE": "all", "ENDPOINT_CASSETTE_ALLOW_CI": "1"]))
    func `a file that would contain a secret isn't written, which is reported once`() async throws {
        // The echo is shorter than what is replaced in bytes that are no text.
        let mock = MockClient { request in
            try .answer(body: Data([0xFF]) + Data("s3c0de".utf8), to: request)
        }
        var request = try NumberEndpoint(path: "a").makeAPIRequest()
        request.urlRequest.setValue("s3c0de", forHTTPHeaderField: "X-Api-Key")
        _ = try await Cassette.client(over: mock, baseURL: api).send(request)
    }
}

/// The cassettes of this suite come from the trait of the suite:
/// `__Cassettes__/CassetteTraitTests/numbers/<suite>.<test>.har`.
@Suite(.cassette("numbers", mode: .replay) { $0.allowRepeats = true }) struct CassetteSuiteTraitTests {
    private let client = Cassette.client(baseURL: api)

    @Test func `a suite gives each test a cassette`() async throws {
        #expect(name == "numbers/CassetteSuiteTraitTests.a-suite-gives-each-test-a-cassette.har")
        #expect(try await client.request(NumberEndpoint(path: "a")) == 1)
        #expect(try await client.request(NumberEndpoint(path: "b")) == 2)
    }

    @Test(.cassette("own")) func `a test of the suite can have a name and options of its own`() async throws {
        #expect(name == "numbers/own.har")
        #expect(CassetteSession.current?.mode == .replay)
        for _ in 0..<2 { #expect(try await client.request(NumberEndpoint(path: "own")) == 4) }
    }

    @Suite struct Inner {
        @Test func `a suite gives each test a cassette`() {
            #expect(
                CassetteSession.current?.file.url.lastPathComponent
                    == "CassetteSuiteTraitTests.Inner.a-suite-gives-each-test-a-cassette.har")
        }
    }

    private var name: String? {
        CassetteSession.current?.file.url.pathComponents.suffix(2).joined(separator: "/")
    }
}

/// There is no file, and the requests have a method that is not recorded.
@Suite(.serialized) struct CassetteRefusalTests {
    private let client = Cassette.client(over: MockClient {}, baseURL: api)

    @Test(
        .expectsIssue { if case .refused = ($0.error as? CassetteError)?.reason { true } else { false } },
        CassetteTrait(name: "refused", environment: [:]))
    func `a refused request that fails the test is reported once`() async throws {
        _ = try await client.send(post())
    }

    @Test(
        .expectsIssue { if case .refused = ($0.error as? CassetteError)?.reason { true } else { false } },
        CassetteTrait(name: "refused", environment: [:]))
    func `a refused request is reported once even if its error is discarded`() async {
        _ = try? await client.send(post())
    }

    private func post() throws -> APIRequest {
        var request = try NumberEndpoint(path: "a").makeAPIRequest()
        request.urlRequest.httpMethod = "POST"
        return request
    }
}
