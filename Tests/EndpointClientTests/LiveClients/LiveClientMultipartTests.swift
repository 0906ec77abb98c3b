import EndpointTesting
import Testing

@Suite struct LiveClientMultipartTests {
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer { _ in .status(204) }
    }

    /// What a form with a file in it looks like when all of it is in memory.
    private func whole(_ form: Multipart, _ contents: Data) -> Data {
        let head = """
            --\(form.boundary)\r\nContent-Disposition: form-data; name="title"\r\n\r\nMomo\r\n--\(form.boundary)\r\n\
            Content-Disposition: form-data; name="scan"; filename="scan.pdf"\r\nContent-Type: application/pdf\r\n\r\n
            """
        return Data(head.utf8) + contents + Data("\r\n--\(form.boundary)--\r\n".utf8)
    }

    private func form(_ file: TemporaryFile) -> Multipart {
        [.field("title", "Momo"), .file("scan", file.url, fileName: "scan.pdf", contentType: "application/pdf")]
    }

    @Test(arguments: Engine.allCases, [0, 1, 65_536, 3_000_001])
    func `the files of a form are sent from disk, with the length of the whole`(engine: Engine, count: Int) async throws
    {
        let file = try TemporaryFile(bytes(count))
        try await engine.client(server).upload(SendEndpoint(.multipart(form(file))))
        let request = try #require(server.requests.first)
        #expect(request.body == whole(form(file), bytes(count)))
        #expect(request.header("Content-Type") == form(file).contentType)
        #expect(request.header("Content-Length") == "\(request.body.count)")
    }

    @Test(arguments: Engine.allCases)
    func `a form without files is sent from memory`(engine: Engine) async throws {
        let form: Multipart = [.field("a", "b"), .data("c", bytes(100_000))]
        try await engine.client(server).upload(SendEndpoint(.multipart(form)))
        #expect(server.requests.map(\.body) == [try HTTPBody.multipart(form).data])
    }

    @Test(arguments: Engine.allCases)
    func `a missing file fails before anything is sent`(engine: Engine) async throws {
        let form: Multipart = [.file("a", URL(fileURLWithPath: "/no/such/cover.png"))]
        let error = try await #require(throws: RequestError.self) {
            try await engine.client(server).upload(SendEndpoint(.multipart(form)))
        }
        #expect(error.description == #"The body cannot be sent: there is no file "/no/such/cover.png"."#)
        #expect(server.connectionCount == 0)
    }

    @Test(arguments: Engine.allCases)
    func `a file that contains the boundary adds no part to the form`(engine: Engine) async throws {
        let boundary = form(try TemporaryFile(Data())).boundary
        let file = try TemporaryFile(bytes(100_000) + Data("\r\n--\(boundary)\r\n".utf8) + bytes(100_000))
        let error = try await #require(throws: RequestError.self) {
            try await engine.client(server).upload(SendEndpoint(.multipart(form(file))))
        }
        #expect(error.description == "The body cannot be sent: a file of its form contains the form's boundary.")
        #expect(server.requestCount == 0)
    }
}
