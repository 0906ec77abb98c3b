import EndpointTesting
import Testing

struct CoverEndpoint: Endpoint {
    typealias Content = Data
    let id: String

    func makeRequest() throws -> URLRequest { try .get("books/\(id)/cover") }
}

private struct CoverUpload: VoidEndpoint, UploadEndpoint {
    typealias Content = Void

    func makeRequest() throws -> (URLRequest, UploadEndpointBody) {
        (try .put("books/1/cover"), .data(Data([1, 2, 3])))
    }
}

private struct Checksum {
    private(set) var value = 0

    mutating func update(_ chunk: Data) {
        for byte in chunk { value += Int(byte) }
    }
}

private struct WrongChecksum: Error {}

@Suite struct DownloadListings {
    private let client = MockClient {
        On(CoverEndpoint.self).status(200, headers: ["Content-Length": "3"], body: Data([1, 2, 3])).anyTimes()
        On(CoverUpload.self).status(200).anyTimes()
    }
    private let cover = CoverUpload()
    private let bar = Progress(totalUnitCount: -1)
    private let file = FileManager.default.temporaryDirectory.appendingPathComponent("endpoint-\(UUID().uuidString)")

    @Test func `a file is downloaded`() async throws {
        defer { try? FileManager.default.removeItem(at: file) }
        @Sendable func show(_ fraction: Double?) {}

        try await client.download(CoverEndpoint(id: "1"), to: file, progress: .handler { show($0.fraction) })

        #expect(try Data(contentsOf: file) == Data([1, 2, 3]))
    }

    @Test func `the progress of a download is a sequence`() async throws {
        defer { try? FileManager.default.removeItem(at: file) }
        var shown: [Double?] = []
        func show(_ fraction: Double?) { shown.append(fraction) }

        let (progress, updates) = TransferProgress.updates()
        async let download = client.download(CoverEndpoint(id: "1"), to: file, progress: progress)
        for await update in updates { show(update.fraction) }
        let length = try await download.length

        #expect(length == 3)
        #expect(shown.last == 1)
    }

    @Test func `the progress of a transfer goes to a closure or a bar`() async throws {
        defer { try? FileManager.default.removeItem(at: file) }
        let shown = Locked<[Double?]>([])
        @Sendable func show(_ fraction: Double?) { shown.withLock { $0.append(fraction) } }

        try await client.download(CoverEndpoint(id: "1"), to: file, progress: .handler { show($0.fraction) })
        try await client.download(CoverEndpoint(id: "1"), to: file, progress: .progress(bar))

        try await client.upload(cover, progress: .handler { show($0.fraction) })
        try await client.upload(cover, progress: .progress(bar))

        #expect(shown.withLock { $0 } == [0, 1, 1])
        #expect(bar.completedUnitCount == 3 && bar.totalUnitCount == 3)
    }

    @Test func `the progress of an upload is a sequence`() async throws {
        var shown: [Double?] = []
        func show(_ fraction: Double?) { shown.append(fraction) }

        let (progress, updates) = TransferProgress.updates()
        async let upload = client.upload(cover, progress: progress)
        for await update in updates { show(update.fraction) }
        try await upload

        #expect(shown == [1])
    }

    @Test(arguments: [6, 7])
    func `a file is checked`(expected: Int) async throws {
        defer {
            try? FileManager.default.removeItem(at: file)
        }
        let isRight = expected == 6
        var failure: (any Error)?
        do {
            try await client.download(CoverEndpoint(id: "1"), to: file) { chunks in
                var checksum = Checksum()
                for chunk in chunks { checksum.update(chunk) }
                guard checksum.value == expected else { throw WrongChecksum() }
            }
        } catch {
            failure = error
        }
        #expect((failure == nil) == isRight)
        #expect(FileManager.default.fileExists(atPath: file.path) == isRight)
    }
}
