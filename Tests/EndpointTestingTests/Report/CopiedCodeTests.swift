// swift-format-ignore-file
import EndpointTesting
import Testing

/// Tests as a report's page writes them when they are copied. `.ci/report-judge` compares them with the page.
@Suite struct CopiedCodeTests {
    @Test func `GET v2/books?page=0&sort=title answers 200`() async throws {
        struct Call: VoidEndpoint {  // Replace it with an endpoint of your module.
            func makeRequest() throws -> URLRequest {
                try .get(
                    "v2/books?page=0&sort=title",
                    headers: [
                        "Accept": "application/json",
                        "Authorization": "Bearer {{secret:authorization#1}}",
                    ])
            }
        }
        let client = MockClient {
            On(.get, "v2/books?page=0&sort=title")
                .status(
                    200, headers: ["ETag": #""a1""#, "Cache-Control": "max-age=60"],
                    json: #"""
                        {
                          "books": [
                            {
                              "id": 1,
                              "title": "Momo",
                              "author": {
                                "name": "Michael Ende",
                                "born": 1929
                              },
                              "price": 12.50,
                              "tags": [
                                "novel",
                                "time"
                              ]
                            },
                            {
                              "id": 2,
                              "title": "Die unendliche Geschichte",
                              "price": 18.00,
                              "isbn": 9783522202602000000000
                            }
                          ],
                          "next": null,
                          "total": 2
                        }
                        """#)
        }
        try await client.request(Call())
        try client.verify()
    }

    @Test func `POST v2/orders answers 201`() async throws {
        struct Call: VoidEndpoint {  // Replace it with an endpoint of your module.
            func makeRequest() throws -> URLRequest {
                var request: URLRequest = try .post(
                    "v2/orders",
                    headers: [
                        "Accept": "application/json",
                        "Authorization": "Bearer {{secret:authorization#1}}",
                        "Content-Type": "application/json",
                    ])
                request.httpBody = Data(##"{"book": "it's 0", "quantity": 2, "password": "{{secret:password#1}}"}"##.utf8)
                return request
            }
        }
        let client = MockClient {
            On(.post, "v2/orders")
                .status(
                    201,
                    headers: ["ETag": #""a1""#, "Cache-Control": "max-age=60"],
                    json: #"{"id": "o-0", "state": "paid"}"#)
        }
        try await client.request(Call())
        try client.verify()
    }

    @Test func `GET v2/books/90 answers 404`() async throws {
        struct Call: VoidEndpoint {  // Replace it with an endpoint of your module.
            func makeRequest() throws -> URLRequest {
                try .get(
                    "v2/books/90",
                    headers: [
                        "Accept": "application/json",
                        "Authorization": "Bearer {{secret:authorization#1}}",
                    ])
            }
        }
        let client = MockClient {
            On(.get, "v2/books/90")
                .status(
                    404,
                    headers: ["ETag": #""a1""#, "Cache-Control": "max-age=60"],
                    json: #"{"title": "No such book", "status": 404, "detail": "There is no book 90."}"#)
        }
        let error = try await #require(throws: HTTPError.self) { try await client.request(Call()) }
        #expect(error.status == 404)
        try client.verify()
    }

    @Test func `DELETE v2/carts/0 fails`() async throws {
        struct Call: VoidEndpoint {  // Replace it with an endpoint of your module.
            func makeRequest() throws -> URLRequest {
                try .delete(
                    "v2/carts/0",
                    headers: [
                        "Accept": "application/json",
                        "Authorization": "Bearer {{secret:authorization#1}}",
                    ])
            }
        }
        let client = MockClient {
            On(.delete, "v2/carts/0")
                .fail(.error(number: -1001))
        }
        let error = try await #require(throws: URLError.self) { try await client.request(Call()) }
        #expect(error.code.rawValue == -1001)
        try client.verify()
    }
}
