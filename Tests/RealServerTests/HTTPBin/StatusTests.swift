import EndpointTesting
import Testing

/// Every status from 200 to 599.
@Suite(.realServers) struct StatusTests {
    private static let redirecting = [301, 302, 303, 307]

    @Test(arguments: 200..<300)
    func `a status of 2xx is a success`(status: Int) async throws {
        let client = try RealServer.httpbin.client()
        #expect(try await client.data(.get("status/\(status)")).isEmpty)
        #expect(try await client.answer(.get("status/\(status)")).status == status)
    }

    @Test(arguments: (300..<600).filter { !redirecting.contains($0) })
    func `a failing status is an error with its description`(status: Int) async throws {
        let client = try RealServer.httpbin.client()
        let error = try await #require(throws: HTTPError.self) { try await client.data(.get("status/\(status)")) }
        #expect(error.status == status)
        let sentence = ["GET /status/\(status) → \(status)", HTTPStatus.reason(status)].filter { !$0.isEmpty }
        #expect(error.description.hasPrefix(sentence.joined(separator: " ")))
    }

    @Test(arguments: redirecting)
    func `a redirect status is followed`(status: Int) async throws {
        let response = try await RealServer.httpbin.client().answer(.get("status/\(status)"))
        #expect(response.status == 200)
        #expect(response.http.url?.path == "/get")
    }

    @Test(arguments: [200, 204, 205, 400, 401, 407, 413, 500, 503])
    func `a status can answer an upload`(status: Int) async throws {
        let request = try URLRequest.put("status/\(status)", body: .binary(Data(count: 60_000)))
        let response = try await RealServer.httpbin.client().answer(request)
        #expect(response.status == status)
    }

    @Test func `an error description quotes the message of the server`() async throws {
        let client = try RealServer.httpbin.client()
        let error = try await #require(throws: HTTPError.self) { try await client.data(.get("status/406")) }
        #expect(
            error.description
                == "GET /status/406 → 406 Not Acceptable: \"Client did not request a supported media type.\"")
    }

    @Test func `an error description quotes a plain text body`() async throws {
        let client = try RealServer.httpbin.client()
        let error = try await #require(throws: HTTPError.self) { try await client.data(.get("range/0")) }
        #expect(
            error.description
                == "GET /range/0 → 404 Not Found. Body: number of bytes must be in the range (0, 102400]")
    }
}
