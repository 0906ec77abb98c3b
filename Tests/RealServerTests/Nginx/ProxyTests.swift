import EndpointTesting
import Testing

/// Large bodies through nginx, in both directions.
@Suite(.realServers) struct ProxyTests {
    @Test(arguments: RandomFile.counts)
    func `an upload arrives whole through a proxy`(count: Int) async throws {
        let file = try RandomFile(count)
        let upload = RawUploadEndpoint<ReceivedBody>(body: .file(file.url), path: "proxied/digest")
        #expect(try await RealServer.nginx.client().upload(upload).sha256 == file.sha256)
    }

    @Test(arguments: RandomFile.counts.filter { $0 <= 10_000_000 })
    func `a file arrives whole`(count: Int) async throws {
        #expect(try await RealServer.nginx.client().data(.get("files/\(count)")) == RandomFile(count).data())
    }

    @Test func `a file beyond the limit is an error`() async throws {
        let client = try RealServer.nginx.client()
        let error = try await #require(throws: URLError.self) { try await client.data(.get("files/100000000")) }
        #expect(error.code == .dataLengthExceedsMaximum)
    }

    @Test func `thirty uploads arrive over connections that nginx closes after three`() async throws {
        let (client, file) = (try RealServer.nginx.client(), try RandomFile(1_000_000))
        for _ in 0..<30 {
            let upload = RawUploadEndpoint<ReceivedBody>(body: .file(file.url), path: "restless/digest")
            #expect(try await client.upload(upload).sha256 == file.sha256)
        }
    }

    @Test func `a body that is too large for nginx is a 413`() async throws {
        let client = try RealServer.nginx.client()
        let upload = RawUploadEndpoint<ReceivedBody>(body: .file(try RandomFile(10_000_000).url), path: "small")
        let error = try await #require(throws: HTTPError.self) { try await client.upload(upload) }
        #expect(error.status == 413)
    }

    @Test(arguments: [307, 302])
    func `credentials are not sent from nginx to httpbin`(status: Int) async throws {
        let headers: HeaderFields = [
            "Authorization": "Bearer t", "Cookie": "a=b", "X-Api-Key": "k", "Accept": "application/json",
        ]
        let request = try URLRequest.post("\(status)", headers: headers, body: .text("body"))
        let echo: Echo = try await RealServer.nginx.client().json(request)
        #expect(echo.method == (status == 302 ? "GET" : "POST"))
        #expect(echo.data == (status == 302 ? "" : "body"))
        #expect(["Authorization", "Cookie", "X-Api-Key"].allSatisfy { echo.headers[$0] == nil })
        #expect(echo.headers["Accept"] == "application/json")
    }
}
