import EndpointTesting
import HouseholdAPI
import Testing

@Suite struct APIErrorTests {
    @Test func `says in one sentence what the server said`() {
        #expect(APIError.noSuchBook.description == #"There is no book "1". (not_found)"#)
        #expect(APIError.noSuchBook.localizedDescription == APIError.noSuchBook.description)
    }

    @Test func `keeps a code that this version does not know`() async {
        let client = MockClient { try .json(#"{"code": "teapot", "message": "I am one."}"#, status: 418, to: $0) }
        await #expect(throws: APIError(code: APIError.Code(rawValue: "teapot"), message: "I am one.")) {
            try await client.request(BookListEndpoint())
        }
    }

    @Test(arguments: ["", "{}", "[]", #"{"code": "not_found"}"#, #"{"code": 404, "message": "x"}"#, "\u{0}"])
    func `is not made of anything else`(body: String) async {
        let client = MockClient { try .json(body, status: 404, to: $0) }
        await #expect(throws: HTTPError.self) { try await client.request(BookListEndpoint()) }
    }

    @Test func `is not looked for in a success`() async throws {
        let client = MockClient { try .json(APIError.noSuchBookJSON, to: $0) }
        try await client.request(DeleteBookEndpoint(id: "1"))
    }

    @Test func `needs an HTTP response`() {
        #expect(throws: URLError(.badServerResponse)) {
            try BookListEndpoint().validate(nil, with: Data(APIError.noSuchBookJSON.utf8))
        }
    }
}
