import EndpointCore
import Testing

@Suite struct URLRequestBuildingTests: URLRequestBuildable {
    @Test func `each verb has its method`() throws {
        #expect(try URLRequest.get("books").httpMethod == "GET")
        #expect(try URLRequest.head("books").httpMethod == "HEAD")
        #expect(try URLRequest.post("books").httpMethod == "POST")
        #expect(try URLRequest.put("books").httpMethod == "PUT")
        #expect(try URLRequest.patch("books").httpMethod == "PATCH")
        #expect(try URLRequest.delete("books").httpMethod == "DELETE")
        #expect(try URLRequest(HTTPMethod(rawValue: "QUERY"), "books").httpMethod == "QUERY")
    }

    @Test func `a URLRequestBuildable has the verbs for URLs`() throws {
        let url = try #require(URL(string: "books"))
        let body = HTTPBody.json(Data("{}".utf8))
        for (request, method) in [
            (get(url), "GET"), (head(url), "HEAD"), (post(url, body: body), "POST"), (put(url, body: body), "PUT"),
            (patch(url, body: body), "PATCH"), (delete(url), "DELETE"),
        ] {
            #expect(request.httpMethod == method)
            #expect(request.url == url)
            #expect((request.httpBody == nil) == ["GET", "HEAD", "DELETE"].contains(method))
        }
    }

    @Test func `each verb takes a URL`() throws {
        let url = try #require(URL(string: "https://example.com/books"))
        let body = HTTPBody.json(Data("{}".utf8))
        for (request, method) in [
            (try URLRequest.get(url), "GET"), (try .head(url), "HEAD"), (try .post(url, body: body), "POST"),
            (try .put(url, body: body), "PUT"), (try .patch(url, body: body), "PATCH"), (try .delete(url), "DELETE"),
            (try URLRequest(HTTPMethod(rawValue: "QUERY"), url), "QUERY"),
        ] {
            #expect(request.httpMethod == method)
            #expect(request.url == url)
            #expect((request.httpBody == nil) == ["GET", "HEAD", "DELETE", "QUERY"].contains(method))
        }
        #expect(throws: RequestError.self) { try URLRequest.get(url, headers: ["X-A": "1\r\n2"]) }
    }

    @Test func `a body sets its Content-Type`() throws {
        let request = try URLRequest.post("books", body: .form(["a": 1]))
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/x-www-form-urlencoded")
        #expect(request.httpBody == Data("a=1".utf8))
    }

    @Test func `a header that is given twice is refused`() throws {
        for _ in 0..<20 {
            let error = try #require(throws: RequestError.self) {
                try URLRequest.get("books", headers: ["X-A": "1", "x-a": "2", "B": "3"])
            }
            #expect(error == RequestError(.repeatedHeader("x-a")))
            #expect(error.description == #"The header "x-a" is given twice."#)
        }
    }

    @Test func `a Content-Type in the headers replaces the body's`() throws {
        let request = try URLRequest.post(
            "books", headers: ["content-type": "application/vnd.x+json"], body: .json(Data()))
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/vnd.x+json")
    }

    @Test(arguments: [
        ("books", "books?q=1"), ("books?a=b", "books?a=b&q=1"), ("https://h/x#f", "https://h/x?q=1"), ("/", "/?q=1"),
    ])
    func `a query is appended to the one in the URL`(url: String, expected: String) throws {
        let request = get(try #require(URL(string: url)), query: ["q": 1])
        #expect(request.url?.relativeString == expected)
    }

    @Test(arguments: ["a\r\nX-Injected: 1", "a\nb", "a\0b", "a\rb"])
    func `a header that would split the message is refused without repeating its value`(value: String) throws {
        let error = try #require(throws: RequestError.self) { try URLRequest.get("books", headers: ["X-A": value]) }
        #expect(error.reason == .headerValue(name: "X-A"))
        #expect(!error.description.contains("Injected"))
    }

    @Test(arguments: ["", "a b", "a:b", "a\r\nb", "é"])
    func `a header name that isn't a token is refused`(name: String) throws {
        #expect(throws: RequestError(.headerName(name))) { try URLRequest.get("books", headers: [name: "1"]) }
    }
}
