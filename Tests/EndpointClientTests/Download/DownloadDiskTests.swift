#if os(Linux)
    import EndpointTesting
    import Testing

    @testable import EndpointClient

    /// Files that cannot be written, or not to their end. In a process of its own, whose limits the test changes.
    @Suite struct DownloadDiskTests {
        private struct FileEndpoint: VoidEndpoint {
            func makeRequest() throws -> URLRequest { try .get("file") }
        }

        @Test func `a disk that is full ends a download, which goes on when there is room`() async {
            await #expect(processExitsWith: .success) {
                let whole = bytes(300_000)
                let server = try LoopbackServer { request in
                    guard request.header("Range") == "bytes=100000-" else {
                        return .response(LoopbackResponse(headers: ["ETag": "\"1\""], body: whole))
                    }
                    let headers: KeyValuePairs = ["ETag": "\"1\"", "Content-Range": "bytes 100000-299999/300000"]
                    return .response(
                        LoopbackResponse(status: 206, headers: headers, body: whole.dropFirst(100_000)))
                }
                let folder = FileManager.default.temporaryDirectory.appendingPathComponent("endpoint-\(UUID())")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                defer { try? FileManager.default.removeItem(at: folder) }
                let file = folder.appendingPathComponent("file")
                for engine in Engine.allCases {
                    limitFiles(to: 100_000)
                    let error = await #expect(throws: DownloadError.self) {
                        try await engine.client(server).download(FileEndpoint(), to: file)
                    }
                    #expect(
                        error?.localizedDescription.hasSuffix("file.partial cannot be written: File too large") == true)
                    #expect(!FileManager.default.fileExists(atPath: file.path))
                    limitFiles(to: nil)
                    let download = try await engine.client(server).download(FileEndpoint(), to: file)
                    #expect(download.reused == 100_000)
                    #expect(try Data(contentsOf: file) == whole)
                    try FileManager.default.removeItem(at: file)
                }
            }
        }

        /// Nothing can be created there, also by the administrator.
        @Test(arguments: Engine.allCases)
        func `a folder that is read-only is refused before anything is sent`(engine: Engine) async throws {
            let server = try LoopbackServer { _ in .text("x") }
            let error = await #expect(throws: DownloadError.self) {
                try await engine.client(server).download(FileEndpoint(), to: URL(fileURLWithPath: "/sys/endpoint"))
            }
            guard case .file(let problem)? = error?.reason else { throw try #require(error) }
            #expect(problem.hasPrefix("/sys/endpoint.partial cannot be written: "))
            #expect(server.requestCount == 0)
        }

        @Test func `a file that another process writes is refused before anything is sent`() async throws {
            let server = try LoopbackServer { _ in .text("x") }
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("endpoint-\(UUID())")
            defer { try? FileManager.default.removeItem(at: file.appendingPathExtension("partial")) }
            let (process, input, output) = (Process(), Pipe(), Pipe())
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", "exec 9>\"$0\" && flock 9 && echo locked && cat", file.path + ".partial"]
            (process.standardInput, process.standardOutput) = (input, output)
            try process.run()
            #expect(output.fileHandleForReading.availableData == Data("locked\n".utf8))
            let error = await #expect(throws: DownloadError.self) {
                try await LiveClient(baseURL: server.url).download(FileEndpoint(), to: file)
            }
            #expect(error?.localizedDescription.hasSuffix("another download writes to it") == true)
            #expect(server.requestCount == 0)
            try input.fileHandleForWriting.close()
            process.waitUntilExit()
            try await LiveClient(baseURL: server.url).download(FileEndpoint(), to: file)
            #expect(try Data(contentsOf: file) == Data("x".utf8))
            try FileManager.default.removeItem(at: file)
        }
    }

    /// Lets no file of this process become longer; with nil each may again.
    private func limitFiles(to count: Int?) {
        // Without this the process would be ended.
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        limit.rlim_cur = count.map { rlim_t($0) } ?? limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }
#endif
