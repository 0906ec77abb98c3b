import EndpointTesting
import LayeredServiceExample
import Testing

@Suite struct LayeredServiceTests {
    private let momo = Book(id: "1", title: "Momo")

    @Test func `each response has its own key`() async throws {
        let client = MockClient {
            On(.get, "books?author=Ende").status(200, json: #"{"book_list": [{"id": "1", "title": "Momo"}]}"#)
            On(.get, "books/1").status(200, json: #"{"book": {"id": "1", "title": "Momo"}}"#)
        }
        let service = LibraryService(client: client)
        #expect(try await service.books(by: "Ende") == [momo])
        #expect(try await service.book("1") == momo)
    }

    @Test(arguments: [
        (LibraryEncoding.json, "application/json", #"{"id":"1","title":"Momo"}"#),
        (.form, "application/x-www-form-urlencoded", "id=1&title=Momo"),
    ])
    func `the encoding of a service is a value`(encoding: LibraryEncoding, type: String, body: String) async throws {
        let client = MockClient { On(.post, "books").status(200, json: #"{"book": {"id": "1", "title": "Momo"}}"#) }
        #expect(try await LibraryService(client: client).add(momo, as: encoding) == momo)
        let request = try #require(client.requests.first?.urlRequest)
        #expect(request.value(forHTTPHeaderField: "Content-Type") == type)
        #expect(request.httpBody == Data(body.utf8))
    }

    @Test func `the decoder of a service is passed in`() async throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .custom { path in
            DynamicCodingKey(stringValue: path.last!.stringValue.lowercased())
        }
        let client = MockClient { On(.get, "books/1").status(200, json: #"{"BOOK": {"ID": "1", "TITLE": "Momo"}}"#) }
        #expect(try await LibraryService(client: client, decoder: decoder).book("1") == momo)
    }

    @Test func `an error for a response with another key names the missing key`() async throws {
        let client = MockClient { On(.get, "books/1").status(200, json: #"{"data": {}}"#) }
        let error = try await #require(throws: ContentError.self) { try await LibraryService(client: client).book("1") }
        #expect(error.problem == #""book" is missing at Book (root)"#)
    }
}
