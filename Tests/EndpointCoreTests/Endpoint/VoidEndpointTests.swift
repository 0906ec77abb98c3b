import EndpointCore
import Testing

@Suite struct VoidEndpointTests {
    struct Delete: VoidEndpoint {
        func makeRequest() throws -> URLRequest { try .delete("users/1") }
    }

    @Test func `ignores the body of a good answer`() throws {
        try Delete().content(from: response(), with: Data("not JSON".utf8))
    }

    @Test func `still refuses a bad answer`() throws {
        #expect(throws: HTTPError.self) { try Delete().validate(response(500), with: Data()) }
    }
}
