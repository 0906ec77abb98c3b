import EndpointTesting
import Testing

@testable import EndpointTool

@Suite struct ProxiedRequestTests {
    private func proxied(_ request: RecordedRequest) -> ProxiedRequest? {
        ProxiedRequest(
            request, headers: ProxiedHeaders(upstream: "https://api.example.com", proxy: "http://localhost:8080"))
    }

    @Test func `the path and the query are those of the request`() throws {
        let request = try #require(proxied(RecordedRequest("PATCH", "/v1/a%2Fb?q=%20&r")))
        #expect(request.urlRequest.url?.absoluteString == "https://api.example.com/v1/a%2Fb?q=%20&r")
        #expect(request.urlRequest.httpMethod == "PATCH")
        #expect((request.length, request.hasBody) == (nil, false))
    }

    @Test func `a target that is no path is not forwarded`() {
        #expect(proxied(RecordedRequest("OPTIONS", "*")) == nil)
    }

    @Test func `repeated fields are joined, cookies by semicolons`() throws {
        var headers: HeaderFields = ["Cookie": "a=1", "X-Own": "1"]
        headers.append("cookie", "b=2")
        headers.append("X-Own", "2")
        let request = try #require(proxied(RecordedRequest("GET", "/", headers: headers)))
        #expect(request.urlRequest.value(forHTTPHeaderField: "Cookie") == "a=1; b=2")
        #expect(request.urlRequest.value(forHTTPHeaderField: "X-Own") == "1, 2")
    }

    @Test func `an empty body has the length 0, and is not sent as a stream`() throws {
        let empty = try #require(proxied(RecordedRequest("POST", "/", headers: ["Content-Length": "0"])))
        #expect((empty.length, empty.hasBody) == (0, false))
        #expect(empty.urlRequest.httpBody == Data())
        let other = try #require(proxied(RecordedRequest("POST", "/", headers: ["Content-Length": "1"])))
        #expect((other.length, other.hasBody) == (1, true))
        #expect(other.urlRequest.httpBody == nil)
    }

    @Test func `the status of a request without a response says whose fault it is`() {
        #expect(RecordingProxy.status(after: URLError(.timedOut)) == 504)
        #expect(RecordingProxy.status(after: URLError(.cannotFindHost)) == 502)
        #expect(RecordingProxy.status(after: RequestError(.method("a b"))) == 400)
    }
}
