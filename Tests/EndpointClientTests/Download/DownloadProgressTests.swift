import EndpointTesting
import Testing

@testable import EndpointClient

@Suite struct DownloadProgressTests {
    private let folder = try? TemporaryFolder()
    private let whole = bytes(1000)

    @Test(arguments: Engine.allCases)
    func `progress ends at its total`(engine: Engine) async throws {
        let raw = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
        let replies: [(LoopbackReply, Int64)] = [
            (.whole(whole), 1000), (.whole(Data()), 0), (.raw(Data(raw.utf8) + whole, close: true), 1000),
            (.raw(Data(raw.utf8), close: true), 0),
        ]
        for (reply, length) in replies {
            let (reports, handler) = recorder()
            let server = try Replies(reply)
            try await engine.client(server.loopback).fetch(CoverEndpoint(), to: try file(), progress: handler)
            #expect(reports.withLock { $0.last } == TransferProgress(bytes: length, total: length))
            #expect(reports.withLock { reports in Set(reports.filter { $0.bytes == $0.total }).count == 1 })
        }
    }

    @Test func `the progress of bytes that were complete already ends at its total`() async throws {
        let file = try file()
        let replies = try Replies(
            .cutChunks(whole), .unsatisfied("bytes */1000"))
        let client = URLSessionClient(replies.loopback)
        await #expect(throws: URLError.self) { try await client.fetch(CoverEndpoint(), to: file, continuing: 0) }
        let (reports, handler) = recorder()
        let download = try await client.fetch(CoverEndpoint(), to: file, progress: handler)
        #expect(reports.withLock { $0 } == [TransferProgress(bytes: 1000, total: 1000)])
        #expect(download.reused == 1000)
        #expect(try Data(contentsOf: file) == whole)
    }

    @Test(arguments: Engine.allCases)
    func `an empty body completes a Progress`(engine: Engine) async throws {
        let progress = Progress(totalUnitCount: 100)
        let server = try Replies(.whole(Data()))
        try await engine.client(server.loopback).fetch(CoverEndpoint(), to: try file(), progress: .progress(progress))
        #expect(progress.fractionCompleted == 1 && progress.isFinished)
    }

    private func recorder() -> (Locked<[TransferProgress]>, TransferProgress.Handler) {
        let reports = Locked<[TransferProgress]>([])
        return (reports, .handler { report in reports.withLock { $0.append(report) } })
    }

    private func file() throws -> URL { try #require(folder).file("cover.png") }
}
