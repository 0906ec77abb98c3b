import EndpointCore
import Testing

@Suite struct UploadEndpointTests {
    struct Upload: UploadEndpoint {
        typealias Content = Void

        func makeRequest() throws -> (URLRequest, UploadEndpointBody) {
            (try .put("file"), .data(Data("bytes".utf8)))
        }
    }

    @Test func `an upload makes its request together with its body`() throws {
        let (request, body) = try Upload().makeRequest()
        #expect(request.httpMethod == "PUT")
        guard case .data(let data) = body else { return #expect(Bool(false), "not data") }
        #expect(data == Data("bytes".utf8))
    }

    @Test func `an upload keeps its body when it is used as a plain endpoint`() throws {
        func asked(_ endpoint: some Endpoint) throws -> APIRequest { try endpoint.makeAPIRequest() }
        #expect(try asked(Upload()).body != nil)
    }

    @Test func `an upload opens a new stream for each reading`() throws {
        let body = UploadEndpointBody.stream(InputStream(data: Data([1])))
        guard case .stream(let make, let length) = body else { return #expect(Bool(false), "not a stream") }
        #expect(make() !== make())
        #expect(length == nil)
    }

    private struct Removal: VoidEndpoint, UploadEndpoint {
        func makeRequest() throws -> (URLRequest, UploadEndpointBody) { (try .put("a"), .data(Data("x".utf8))) }
    }

    private struct Part: Route, UploadEndpoint {
        let path: URLPath = "b"
        let method = HTTPMethod.put

        func makeRequest() throws -> (URLRequest, UploadEndpointBody) {
            (try URLRequest(method, path), .data(Data("y".utf8)))
        }
    }

    @Test func `an upload may conform to other endpoint protocols as well`() throws {
        #expect(try Removal().makeAPIRequest().urlRequest.url?.relativeString == "a")
        #expect(try Part().makeAPIRequest().urlRequest.httpMethod == "PUT")
        guard case .data(let data) = try Part().makeAPIRequest().body else {
            Issue.record("no body")
            return
        }
        #expect(data == Data("y".utf8))
    }
}
