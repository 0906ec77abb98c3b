import EndpointTesting
import HouseholdAPI
import Testing

@Suite struct APIErrorTests {
    @Test func `says in one sentence what the server said`() {
        #expect(APIError.noSuchBook.description == #"There is no book "1". (not_found)"#)
        #expect(APIError.noSuchBook.localizedDescription == APIError.noSuchBook.description)
    }

    @Test func `keeps a code that this version does not know`() async {
        await #expect(throws: APIError(code: APIError.Code(rawValue: "teapot"), message: "I am one.")) {
            try await MockClient(418, #"{"code": "teapot", "message": "I am one."}"#).request(BookListEndpoint())
        }
    }

    @Test(arguments: ["", "{}", "[]", #"{"code": "not_found"}"#, #"{"code": 404, "message": "x"}"#, "\u{0}"])
    func `is not made of anything else`(body: String) async {
        await #expect(throws: HTTPError.self) {
            try await MockClient(404, body).request(BookListEndpoint())
        }
    }

    @Test func `is not looked for in a success`() async throws {
        let client = MockClient(200, APIError.noSuchBookJSON)
        try await client.request(DeleteBookEndpoint(id: "1"))
    }

    @Test func `needs an HTTP response`() {
        #expect(throws: URLError(.badServerResponse)) {
            try BookListEndpoint().validate(nil, with: Data(APIError.noSuchBookJSON.utf8))
        }
    }
}
