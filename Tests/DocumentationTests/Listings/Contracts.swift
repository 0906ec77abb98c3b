import EndpointTraits
import Testing

/// The description of an API, as its server publishes it.
private let openAPI = Data(
    #"""
    {"openapi": "3.1.0", "info": {"title": "Users", "version": "1"},
     "servers": [{"url": "https://api.example.com/v1"}],
     "paths": {"/users/{id}": {"get": {"operationId": "getUser",
       "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
       "responses": {
         "200": {"description": "A user", "content": {"application/json": {"schema": {
           "type": "object", "required": ["id", "name"],
           "properties": {"id": {"type": "integer"}, "name": {"type": "string", "minLength": 1}}}}}},
         "404": {"description": "No such user"}}}}}}
    """#.utf8)

/// Read once for all tests, so that its coverage is that of all of them.
private let users = Result { try APIContract(json: openAPI) }

@Suite struct ContractListings {
    @Test func `a mock that keeps to the description`() async throws {
        let contract = try users.get()
        let client = MockClient(contract: contract) {
            On(UserEndpoint(id: 1)).reply(json: #"{"id": 1, "name": "Ann"}"#)
        }
        #expect(try await client.request(UserEndpoint(id: 1)).name == "Ann")
        try client.verify()
    }

    @Test func `a mock that lies`() async throws {
        let client = MockClient(contract: try users.get()) {
            On(UserEndpoint(id: 1)).reply(json: #"{"id": "1", "name": "Ann"}"#)
        }
        await #expect(throws: ContractViolation.self) { try await client.request(UserEndpoint(id: 1)) }
    }

    @Test func `requests, stubs and recordings`() async throws {
        let mock = MockClient { On(UserEndpoint(id: 1)).reply(json: #"{"id": 1, "name": "Ann"}"#) }
        let cassette = Cassette([
            Interaction(
                .init("GET", "https://api.example.com/v1/users/1"),
                .response(
                    .init(
                        200, headers: ["Content-Type": "application/json"],
                        body: Data(#"{"id": 1, "name": "{{secret:name#1}}"}"#.utf8))))
        ])
        let contract = try APIContract(json: openAPI)
        try contract.check(UserEndpoint(id: 1))
        try await contract.check(mock)
        try contract.check(cassette)
        #expect(contract.coverage.untouchedOperations.isEmpty)
        print(contract.coverage)
    }

    @Test func `an answer of the API`() async throws {
        try await check(MockClient { On(UserEndpoint.self).reply(json: #"{"id": 1, "name": "Ann"}"#) })
    }

    private func check(_ client: any APIClient) async throws {
        let contract = try users.get()
        let request = try UserEndpoint(id: 1).makeAPIRequest()
        let response = try await client.send(request)
        try contract.check(response, to: request)
    }
}
