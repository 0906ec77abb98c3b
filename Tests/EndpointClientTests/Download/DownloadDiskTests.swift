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
                        error?.localizedDescription.hasSuffix(".partial cannot be written: File too large") == true)
                    #expect(!FileManager.default.fileExists(atPath: file.path))
                    limitFiles(to: nil)
                    let download = try await engine.client(server).download(FileEndpoint(), to: file)
                    #expect(download.reused == 100_000)
                    #expect(try Data(contentsOf: file) == whole)
                    try FileManager.default.removeItem(at: file)
                }
            }
        }

        @Test func `without a free descriptor a check reads the file, and a finished file stays`() async {
            await #expect(processExitsWith: .success) {
                let folder = try TemporaryFolder()
                let server = try FileServer(bytes(3_000_000))
                let file = try folder.file("file")
                let seen = Locked(Data())
                try await Engine.curl.client(server.loopback).download(FileEndpoint(), to: file) { chunks in
                    let opened = takeDescriptors()
                    defer { for descriptor in opened { close(descriptor) } }
                    seen.withLock { $0 = Data(chunks.joined()) }
                }
                #expect(seen.withLock { $0 } == bytes(3_000_000))
                #expect(try Data(contentsOf: file) == bytes(3_000_000))
                #expect(try folder.names() == ["file"])
            }
        }

        @Test func `without a free descriptor a download doesn't begin, and stored bytes stay`() async {
            await #expect(processExitsWith: .success) {
                let folder = try TemporaryFolder()
                let server = try FileServer(bytes(1000), cuts: [500])
                let file = try folder.file("file")
                let client = Engine.curl.client(server.loopback)
                await #expect(throws: URLError.self) {
                    try await client.download(FileEndpoint(), to: file, continuing: 0)
                }
                var problems: [Result<Int64, any Error>] = []
                let opened = takeDescriptors()
                for free in 0...2 {
                    for descriptor in opened.prefix(free) { close(descriptor) }
                    problems.append(Result { try PartialFile(for: file) }.map { $0.length })
                    for _ in 0..<free { _ = open("/dev/null", O_RDONLY | O_CLOEXEC) }
                }
                for descriptor in opened { close(descriptor) }
                #expect(opened.count > 2)
                for problem in problems { #expect(throws: FileProblem.self) { try problem.get() } }
                #expect(try await client.download(FileEndpoint(), to: file).reused == 500)
                #expect(try Data(contentsOf: file) == bytes(1000))
            }
        }

        @Test func `a file that can't be read for its check is kept`() async throws {
            let folder = try TemporaryFolder()
            let server = try FileServer(bytes(1000))
            let file = try folder.file("unreadable")
            let client = Engine.curl.client(server.loopback)
            let error = await #expect(throws: DownloadError.self) {
                try await client.download(FileEndpoint(), to: file) { chunks in
                    let unreadable = open(partial(of: file).path, O_WRONLY | O_CLOEXEC)
                    defer { close(unreadable) }
                    for descriptor in descriptors(of: partial(of: file)) where descriptor != unreadable {
                        dup2(unreadable, descriptor)
                    }
                    guard Data(chunks.joined()) == bytes(1000) else { throw CancellationError() }
                }
            }
            #expect(error?.localizedDescription.hasSuffix("cannot be written: Bad file descriptor") == true)
            #expect(try Data(contentsOf: partial(of: file)) == bytes(1000))
        }

        /// Nothing can be created there, not even by root.
        @Test(arguments: Engine.allCases)
        func `a read-only folder is refused before anything is sent`(engine: Engine) async throws {
            let server = try LoopbackServer { _ in .text("x") }
            let error = await #expect(throws: DownloadError.self) {
                try await engine.client(server).download(FileEndpoint(), to: URL(fileURLWithPath: "/proc/endpoint"))
            }
            guard case .file(let problem)? = error?.reason else { throw try #require(error) }
            #expect(problem.hasPrefix("/proc/endpoint.") && problem.contains(".partial cannot be written: "))
            #expect(server.requestCount == 0)
        }

        /// A lock belongs to an open file, so that it does not matter whose descriptor that is.
        @Test func `a file that another process writes is refused before anything is sent`() async throws {
            let server = try LoopbackServer { _ in .text("x") }
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("endpoint-\(UUID())")
            defer { try? FileManager.default.removeItem(at: partial(of: file)) }
            let other = open(partial(of: file).path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
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
                            $0 += descriptors(of: partial(of: file)).map { dup($0) }
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

    /// Opens descriptors until this process can open no more.
    private func takeDescriptors() -> [Int32] {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = min(limit.rlim_cur, 256)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return (0..<256).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }.filter { $0 >= 0 }
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
