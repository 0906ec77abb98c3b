#if os(Linux)
    import EndpointTesting
    import Testing

    @testable import EndpointClient

    /// Files that cannot be written, or not to their end. In a process of its own, whose limits the test changes.
    @Suite struct DownloadDiskTests {
        private struct FileEndpoint: VoidEndpoint {
            func makeRequest() throws -> URLRequest { try .get("file") }
        }

        @Test func `a full disk ends a download, which can be continued when there is room`() async {
            await #expect(processExitsWith: .success) {
                let whole = bytes(300_000)
                let server = try LoopbackServer { request in
                    guard request.header("Range") == "bytes=100000-" else {
                        return .response(LoopbackResponse(headers: ["ETag": "\"1\""], body: whole))
                    }
                    let headers: HeaderFields = ["ETag": "\"1\"", "Content-Range": "bytes 100000-299999/300000"]
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

        /// Nothing can be created there, not even by root.
        @Test(arguments: Engine.allCases)
        func `a read-only folder is refused before anything is sent`(engine: Engine) async throws {
            let server = try LoopbackServer { _ in .text("x") }
            let error = await #expect(throws: DownloadError.self) {
                try await engine.client(server).download(FileEndpoint(), to: URL(fileURLWithPath: "/proc/endpoint"))
            }
            guard case .file(let problem)? = error?.reason else { throw try #require(error) }
            #expect(problem.hasPrefix("/proc/endpoint.partial cannot be written: "))
            #expect(server.requestCount == 0)
        }

        /// A lock belongs to an open file, so that it does not matter whose descriptor that is.
        @Test func `a file that another process writes is refused before anything is sent`() async throws {
            let server = try LoopbackServer { _ in .text("x") }
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("endpoint-\(UUID())")
            defer { try? FileManager.default.removeItem(at: file.appendingPathExtension("partial")) }
            let other = open(file.path + ".partial", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
            defer { close(other) }
            #expect(flock(other, LOCK_EX) == 0)
            let error = await #expect(throws: DownloadError.self) {
                try await LiveClient(baseURL: server.url).download(FileEndpoint(), to: file)
            }
            #expect(error?.localizedDescription.hasSuffix("another download writes to it") == true)
            #expect(server.requestCount == 0)
            #expect(flock(other, LOCK_UN) == 0)
            try await LiveClient(baseURL: server.url).download(FileEndpoint(), to: file)
            #expect(try Data(contentsOf: file) == Data("x".utf8))
            try FileManager.default.removeItem(at: file)
        }

        @Test func `a process that is started meanwhile doesn't keep the lock`() async throws {
            let calls = Tally()
            let server = try LoopbackServer { _ in
                let response = LoopbackResponse(body: bytes(1000))
                return calls.add() == 1 ? .cut(response, afterBodyBytes: 500) : .response(response)
            }
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("endpoint-\(UUID())")
            defer { try? FileManager.default.removeItem(at: file) }
            let client = Engine.curl.client(server)
            let copies = Locked<[Int32]>([])
            await #expect(throws: URLError.self) {
                try await client.download(
                    FileEndpoint(), to: file, continuing: 0,
                    progress: .handler { _ in
                        copies.withLock {
                            $0 += descriptors(of: file.appendingPathExtension("partial")).map { dup($0) }
                        }
                    })
            }
            #expect(!copies.withLock { $0.isEmpty })
            try await client.download(FileEndpoint(), to: file)
            for copy in copies.withLock({ $0 }) { close(copy) }
            #expect(try Data(contentsOf: file) == bytes(1000))
        }
    }

    /// The descriptors that this process has of a file.
    private func descriptors(of file: URL) -> [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.filter {
            let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
            return path?.hasSuffix(file.lastPathComponent) == true
        }.compactMap { Int32($0) }
    }

    /// Limits the length of files of this process; nil removes the limit.
    private func limitFiles(to count: Int?) {
        // Without this the process would be killed.
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        limit.rlim_cur = count.map { rlim_t($0) } ?? limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }
#endif
