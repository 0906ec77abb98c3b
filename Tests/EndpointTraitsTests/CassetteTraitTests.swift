@testable import EndpointTraits
import Foundation
import Testing

/// Replays `__Cassettes__/CassetteTraitTests/numbers.har`, in which `a` is answered with 1 and `b` with 2.
@Suite(.serialized) struct CassetteTraitTests {
    private let client = Cassette.client(over: MockClient { try .json("0", to: $0) }, baseURL: api)

    @Test(.cassette("numbers")) func `finds the file beside the test`() async throws {
        #expect(
            CassetteSession.current?.file.url.path.hasSuffix("/__Cassettes__/CassetteTraitTests/numbers.har") == true)
        #expect(try await client.request(NumberEndpoint(path: "b")) == 2)
        #expect(try await client.request(NumberEndpoint(path: "a")) == 1)
    }

    @Test(.cassette) func `finds the file by the name of the test`() async throws {
        #expect(try await client.request(NumberEndpoint(path: "named")) == 3)
    }

    @Test(.cassette("numbers"), arguments: [("a", 1), ("b", 2)])
    func `cases share a cassette`(path: String, number: Int) async throws {
        #expect(try await client.request(NumberEndpoint(path: "\(path)")) == number)
    }

    @Test(.cassette("numbers", allowRepeats: true)) func `repeats if it may`() async throws {
        #expect(try await client.request(NumberEndpoint(path: "a")) == 1)
        #expect(try await client.request(NumberEndpoint(path: "a")) == 1)
        #expect(try await client.request(NumberEndpoint(path: "b")) == 2)
    }

    @Test(.cassette("numbers", matching: .standard.ignoring(.query("t")))) func `matches as it is told`() async throws {
        let request = APIRequest(try .get("a", query: ["t": 1]), for: NumberEndpoint(path: "a"))
        #expect(try await client.send(request).data == Data("1".utf8))
        _ = try await client.request(NumberEndpoint(path: "b"))
    }

    @Test(.cassette("numbers")) func `children of the test have its cassette`() async throws {
        async let first = client.request(NumberEndpoint(path: "a"))
        async let second = Cassette.client(baseURL: api).request(NumberEndpoint(path: "b"))
        #expect(try await [first, second] == [1, 2])
    }

    @Test func `where there is no cassette the client says so`() async {
        await #expect(throws: CassetteIssue.noCassette) { try await client.request(NumberEndpoint(path: "a")) }
    }

    @Test(
        .found { $0.error is UnmatchedRequest && $0.sourceLocation?.fileName == "CassetteTraitTests.swift" },
        .cassette("numbers"))
    func `a miss is an issue even if its error is swallowed`() async {
        _ = try? await client.request(NumberEndpoint(path: "a"))
        _ = try? await client.request(NumberEndpoint(path: "b"))
        _ = try? await client.request(NumberEndpoint(path: "c"))
    }

    @Test(.found { ($0.error as? UnmatchedRequest)?.reason == .exhausted(last: 0, recorded: 1) }, .cassette("numbers"))
    func `a miss that fails the test is told once`() async throws {
        _ = try await client.request(NumberEndpoint(path: "a"))
        _ = try await client.request(NumberEndpoint(path: "a"))
    }

    @Test(.found { ($0.error as? UnusedInteractions)?.indices == [1] }, .cassette("numbers"))
    func `what nobody asked for is an issue`() async throws {
        _ = try await client.request(NumberEndpoint(path: "a"))
    }

    @Test(.found { if case .expectationFailed = $0.kind { true } else { false } }, .cassette("numbers"))
    func `what nobody asked for is none if the test fails anyway`() async throws {
        let number = try await client.request(NumberEndpoint(path: "a"))
        #expect(number == 99)
    }

    @Test(.found { ($0.error as? UnusedInteractions)?.indices == [1] }, .cassette("numbers"), arguments: ["a"])
    func `what none of the cases asked for is an issue`(path: String) async throws {
        _ = try await client.request(NumberEndpoint(path: "\(path)"))
    }

    @Test(
        .found { ($0.error as? CassetteModeError) == .unknown("reply") },
        CassetteTrait(name: "numbers", environment: ["ENDPOINT_CASSETTE": "reply"]))
    func `an unknown mode is an issue`() {
        Issue.record("This must not run.")
    }

    @Test(
        .found { ($0.error as? UnmatchedRequest)?.description.contains("ENDPOINT_CASSETTE=missing") == true },
        CassetteTrait(name: "not there", environment: ["CI": "true"]))
    func `without a file a CI machine records nothing`() async {
        _ = try? await client.request(NumberEndpoint(path: "a"))
        #expect(CassetteSession.current?.file.exists == false)
    }

    @Test(
        .found { if case .leaks = ($0.error as? CassetteError)?.reason { true } else { false } },
        CassetteTrait(name: "refused", environment: ["ENDPOINT_CASSETTE": "all", "ENDPOINT_CASSETTE_ALLOW_CI": "1"]))
    func `a file that would hold a secret is not written, and that is told once`() async throws {
        let answer = #"{"otp": "s3cr3t-c0de", "echo": "no. s3cr3t-c0de"}"#
        let client = Cassette.client(over: MockClient { try .json(answer, to: $0) }, baseURL: api)
        _ = try await client.send(NumberEndpoint(path: "a").makeAPIRequest())
    }
}

/// Every cassette of this suite comes from the trait of the suite.
@Suite(.cassette("numbers")) struct CassetteSuiteTraitTests {
    @Test func `a suite gives each test a cassette`() async throws {
        let client = Cassette.client(baseURL: api)
        #expect(CassetteSession.current?.file.url.path.hasSuffix("/CassetteTraitTests/numbers.har") == true)
        #expect(try await client.request(NumberEndpoint(path: "a")) == 1)
        #expect(try await client.request(NumberEndpoint(path: "b")) == 2)
    }
}

/// There is never a file, and nothing that may be recorded.
@Suite(.serialized) struct CassetteRefusalTests {
    private let client = Cassette.client(over: MockClient {}, baseURL: api)

    @Test(
        .found { if case .refused = $0.error as? CassetteIssue { true } else { false } },
        CassetteTrait(name: "refused", environment: [:]))
    func `a request that is refused and fails the test is told once`() async throws {
        _ = try await client.send(post())
    }

    @Test(
        .found { if case .refused = $0.error as? CassetteIssue { true } else { false } },
        CassetteTrait(name: "refused", environment: [:]))
    func `a request that is refused is told once even if its error is swallowed`() async {
        _ = try? await client.send(post())
    }

    private func post() throws -> APIRequest {
        var request = try NumberEndpoint(path: "a").makeAPIRequest()
        request.urlRequest.httpMethod = "POST"
        return request
    }
}
