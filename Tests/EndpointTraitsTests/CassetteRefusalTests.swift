import Foundation
import Testing

@testable import EndpointTraits

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
