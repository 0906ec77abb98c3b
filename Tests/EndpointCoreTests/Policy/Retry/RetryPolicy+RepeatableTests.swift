import EndpointCore
import Testing

@Suite struct RetryPolicyRepeatableTests {
    private func request(_ method: String, key: String? = nil) throws -> URLRequest {
        var request = URLRequest(url: try #require(URL(string: "https://api.example.com")))
        request.httpMethod = method
        request.setValue(key, forHTTPHeaderField: "Idempotency-Key")
        return request
    }

    @Test(arguments: ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"])
    func `an idempotent method may be repeated`(method: String) throws {
        #expect(try RetryPolicy.standard.mayRepeat(request(method)))
    }

    @Test(arguments: ["POST", "PATCH", "LINK"])
    func `any other method needs a key`(method: String) throws {
        #expect(try !RetryPolicy.standard.mayRepeat(request(method)))
        #expect(try !RetryPolicy.standard.mayRepeat(request(method, key: " ")))
        #expect(try RetryPolicy.standard.mayRepeat(request(method, key: "8e03978e")))
    }
}
