import EndpointTesting

/// The response of the server: 203 bytes of JSON, a typical small object.
struct Book: Codable, Sendable {
    let id: String
    let title: String
    let author: String
    let year: Int
    let tags: [String]
    let publisher: String
    let pages: Int
    let isbn: String
    let inStock: Bool

    static let json = Data(
        #"""
        {"id":"1","title":"Nausicaa of the Valley of the Wind","author":"Hayao Miyazaki","year":1982,\#
        "tags":["comic","ecology","war"],"publisher":"Tokuma","pages":1060,"isbn":"9781421550640","inStock":true}
        """#.utf8)
}

extension Book {
    /// The response in memory.
    static var response: APIResponse {
        let http = HTTPURLResponse(
            url: URL(string: "https://api.example.com/v1/books/1")!, statusCode: 200, httpVersion: "HTTP/1.1",
            headerFields: ["Content-Type": "application/json"])!
        return APIResponse(http: http, body: .data(json))
    }

    /// The reply of the server, with the header lines that nginx sends with a static file, because a client spends much
    /// of its time on header lines.
    static let reply = LoopbackReply.response(
        LoopbackResponse(
            headers: [
                "Server": "nginx/1.22.1",
                "Date": "Tue, 02 Jan 2024 03:04:05 GMT",
                "Content-Type": "application/json",
                "Content-Length": String(json.count),
                "Last-Modified": "Mon, 01 Jan 2024 00:00:00 GMT",
                "Connection": "keep-alive",
                "ETag": "\"65920080-cb\"",
                "Accept-Ranges": "bytes",
            ],
            body: json))
}

/// A book by its identifier.
struct BookEndpoint: JsonEndpoint {
    typealias Content = Book

    let id: String

    func makeRequest() throws -> URLRequest {
        try .get("books/\(id)")
    }
}
