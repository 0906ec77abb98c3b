import EndpointTesting
import HTTPBinExample
import Testing

@Suite struct HTTPBinTests {
    private let pizza = HTTPBin.Pizza(customer: "Ann & Bo", size: "large", toppings: ["cheese", "🍕"])

    @Test func `the address of the caller is decoded`() async throws {
        let client = MockClient { On(.get, "ip").status(200, json: #"{"origin": "80.34.92.76"}"#) }
        #expect(try await client.request(HTTPBin.API.ip.as(HTTPBin.IP.self)).origin == "80.34.92.76")
    }

    @Test func `a pizza is ordered with a form`() throws {
        let request = try HTTPBin.API.orderPizza(pizza).makeRequest()
        #expect(request.httpMethod == "POST")
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/x-www-form-urlencoded")
        let form = "custname=Ann+%26+Bo&size=large&topping=cheese&topping=%F0%9F%8D%95"
        #expect(request.httpBody == Data(form.utf8))
    }

    @Test func `a completion handler is called on the caller's queue`() async throws {
        let client = MockClient { On(.get, "ip").status(200, json: #"{"origin": "80.34.92.76"}"#) }
        let queue = DispatchQueue(label: "caller's")
        let origin = try await withCheckedThrowingContinuation { continuation in
            client.request(HTTPBin.API.ip.as(HTTPBin.IP.self), on: queue) { result in
                dispatchPrecondition(condition: .onQueue(queue))
                continuation.resume(with: result.map(\.origin))
            }
        }
        #expect(origin == "80.34.92.76")
    }

    @Test func `a malformed URL is a request error`() {
        #expect(throws: RequestError(.pathValue("..", template: "etag/{}"))) {
            try HTTPBin.Behaviour.etag("..", ifNoneMatch: "x").makeRequest()
        }
    }

    @Test func `malformed parameters are a request error`() {
        #expect(throws: RequestError.self) { try HTTPBody.json(["size": Double.nan]) }
    }

    @Test func `a malformed response is a content error with the body`() async throws {
        let client = MockClient { On(.get, "ip").status(200, body: Data("<html>".utf8)) }
        let error = try await #require(throws: ContentError.self) {
            try await client.request(HTTPBin.API.ip.as(HTTPBin.IP.self))
        }
        #expect(error.body == Data("<html>".utf8))
    }

    @Test(arguments: [
        (HTTPBin.Host.production, "https://httpbin.org"), (.development, "https://dev.httpbin.org"),
        (.local(port: 80), "http://127.0.0.1:80"),
    ])
    func `there are three hosts, each of them secure or local`(host: HTTPBin.Host, url: String) {
        #expect(host.baseURL.absoluteString == url)
        #expect(!host.allowsInsecureConnections)
    }

    @Test(arguments: [
        (HTTPBin.Behaviour.compressed(.brotli), "GET brotli"), (.status(418, .delete), "DELETE status/418"),
        (.basicAuth(user: "a/b", password: "c d"), "GET basic-auth/a%2Fb/c%20d"),
        (.redirect(2, absolute: true), "GET absolute-redirect/2"), (.redirect(2), "GET redirect/2"),
        (.redirectTo("/x?y", status: 308, .put), "PUT redirect-to?url=%2Fx%3Fy&status_code=308"),
        (.drip(bytes: 5, seconds: 0.5), "GET drip?numbytes=5&duration=0.5"),
    ])
    func `each behaviour is requested by its path`(call: HTTPBin.Behaviour, line: String) throws {
        let request = try call.makeRequest()
        #expect("\(request.httpMethod ?? "") \(request.url?.relativeString ?? "")" == line)
    }

    @Test func `hostile values do not change the path`() throws {
        try EndpointFuzz.check { HTTPBin.Behaviour.etag($0, ifNoneMatch: "x") }
        try EndpointFuzz.check { HTTPBin.Behaviour.setCookie(name: "a", value: $0) }
    }
}
