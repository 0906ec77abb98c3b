import EndpointCore
import Testing

@Suite struct EndpointTests {
    @Test(arguments: [200, 201, 204, 299])
    func `an endpoint accepts every 2xx status`(status: Int) throws {
        try UserEndpoint().validate(response(status), with: Data())
    }

    @Test(arguments: [100, 199, 300, 304, 400, 404, 500, 599])
    func `an endpoint refuses every other status with the response and its body`(status: Int) throws {
        let error = try #require(throws: HTTPError.self) {
            try UserEndpoint().validate(response(status), with: Data("no".utf8))
        }
        #expect(error.status == status)
        #expect(error.body == Data("no".utf8))
    }

    @Test func `an endpoint refuses a response that isn't HTTP`() throws {
        let error = try #require(throws: URLError.self) { try UserEndpoint().validate(nil, with: Data()) }
        #expect(error.code == .badServerResponse)
    }

    @Test func `an endpoint of Data returns the body unchanged`() throws {
        struct Raw: Endpoint {
            typealias Content = Data
            func makeRequest() throws -> URLRequest { try .get("raw") }
        }
        #expect(try Raw().content(from: nil, with: Data([1, 2])) == Data([1, 2]))
    }

    @Test func `reading a response adds the request to a failure`() throws {
        let request = try UserEndpoint().makeAPIRequest()
        let answer = try APIResponse(http: response(404), body: .data(Data()))
        let error = try #require(throws: HTTPError.self) { try UserEndpoint().read(answer, to: request) }
        #expect(error.request?.url?.relativeString == "users/1")
    }

    @Test func `reading a response doesn't change an endpoint's own error`() throws {
        struct Refused: Error, Equatable {}
        struct Strict: VoidEndpoint {
            func makeRequest() throws -> URLRequest { try .delete("users") }
            func validate(_ response: URLResponse?, with body: Data) throws { throw Refused() }
        }
        let answer = try APIResponse(http: response(), body: .data(Data()))
        #expect(throws: Refused()) { try Strict().read(answer, to: Strict().makeAPIRequest()) }
    }
}

@Suite struct VoidEndpointTests {
    struct Delete: VoidEndpoint {
        func makeRequest() throws -> URLRequest { try .delete("users/1") }
    }

    @Test func `an endpoint of Void ignores the body of a good response`() throws {
        try Delete().content(from: response(), with: Data("not JSON".utf8))
    }

    @Test func `an endpoint of Void refuses a bad response`() throws {
        #expect(throws: HTTPError.self) { try Delete().validate(response(500), with: Data()) }
    }
}
