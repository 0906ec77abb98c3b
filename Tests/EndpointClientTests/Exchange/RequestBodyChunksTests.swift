import Testing

@testable import EndpointClient

@Suite struct RequestBodyChunksTests {
    private func chunks(
        _ body: UploadEndpointBody, progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) throws -> RequestBodyChunks {
        RequestBodyChunks(try RequestBody(body), progress: progress)
    }

    private func read(_ chunks: RequestBodyChunks) async throws -> [Data] {
        try await chunks.reduce(into: []) { $0.append($1) }
    }

    @Test func `a file is given in pieces, each time from its start`() async throws {
        let file = try TemporaryFile(bytes(300_000))
        let chunks = try chunks(.file(file.url))
        #expect(chunks.length == 300_000)
        for _ in 0..<2 {
            let pieces = try await read(chunks)
            #expect(pieces.count >= 3)
            #expect(Data(pieces.joined()) == bytes(300_000))
        }
    }

    @Test func `data is given in pieces, and an empty body as none`() async throws {
        let pieces = try await read(chunks(.data(bytes(300_000))))
        #expect(pieces.map(\.count) == [131_072, 131_072, 37_856])
        #expect(Data(pieces.joined()) == bytes(300_000))
        #expect(try await read(chunks(.data(Data()))) == [])
    }

    @Test func `a stream is given up to its announced length, or all of it`() async throws {
        let content = bytes(1000)
        #expect(try await read(chunks(.stream(InputStream(data: content), length: 10))) == [bytes(10)])
        let chunks = try chunks(.stream(InputStream(data: content)))
        #expect(chunks.length == nil)
        #expect(try await read(chunks) == [content])
    }

    @Test func `a stream that is missing or ends too soon fails`() async throws {
        await #expect(throws: RequestError(.body("its stream ended after 10 of 11 bytes."))) {
            try await read(chunks(.stream(InputStream(data: bytes(10)), length: 11)))
        }
        await #expect(throws: RequestError.self) {
            try await read(RequestBodyChunks(.unreadable, progress: nil))
        }
    }

    @Test func `a file that contains the form's boundary fails`() async throws {
        let file = try TemporaryFile(Data(Multipart([.file("scan", URL(fileURLWithPath: "/a"))]).boundary.utf8))
        let form = Multipart([.file("scan", file.url, fileName: "a")])
        await #expect(throws: RequestError(.body("a file of its form contains the form's boundary."))) {
            try await read(chunks(.multipart(form)))
        }
    }

    @Test func `the progress is reported from zero in each iteration`() async throws {
        let file = try TemporaryFile(bytes(300_000))
        let reports = Locked<[Int64]>([])
        let chunks = try chunks(.file(file.url)) { report in reports.withLock { $0.append(report.bytes) } }
        _ = try await read(chunks)
        let first = reports.withLock { $0 }
        _ = try await read(chunks)
        #expect(first.last == 300_000)
        #expect(reports.withLock { $0 } == first + first)
    }
}
