#if os(Linux)
    import EndpointTesting
    import Testing

    @testable import EndpointClient

    /// The file descriptors of a process. Each test has a process of its own.
    @Suite struct CURLDescriptorTests {
        @Test func `a child process inherits no descriptor of a client`() async {
            await #expect(processExitsWith: .success) {
                let refused = try RefusedPort()
                let (before, count) = (CURLDescriptorTests.inherited(), CURLDescriptorTests.all().count)
                let client = CURLClient(baseURL: refused.url)
                await #expect(throws: URLError.self) { try await client.get("x") }
                #expect(CURLDescriptorTests.inherited().subtracting(before) == [])
                #expect(CURLDescriptorTests.all().count > count)
                _ = client
            }
        }

        @Test func `a process without descriptors fails here, not at the server`() async {
            await #expect(processExitsWith: .success) {
                let server = try LoopbackServer { _ in .status(200, headers: ["Connection": "close"]) }
                let client = CURLClient(server)
                let steps = Locked<[String]>([])
                let careful = client.circuitBreaking().retrying()
                func send() async throws -> APIResponse {
                    let get = try URLRequest.get("x")
                    var request = APIRequest(get, for: RawEndpoint(get))
                    request.context = request.context.observed { step in steps.withLock { $0.append(step.words) } }
                    return try await careful.send(request)
                }
                _ = try await client.get("x")
                await server.connectionsClosed()
                var taken: [Int32] = []
                while case let descriptor = dup(0), descriptor >= 0 { taken.append(descriptor) }
                for _ in 0..<3 {
                    let error = await #expect(throws: URLError.self) { try await send() }
                    #expect(error?.code == .resourceUnavailable)
                    #expect(error?.localizedDescription.contains("no file descriptor left") == true)
                }
                let other = await #expect(throws: URLError.self) { try await CURLClient(server).get("x") }
                #expect(other?.code == .resourceUnavailable)
                for descriptor in taken { close(descriptor) }
                _ = try await send()
                #expect(steps.withLock { $0.filter { $0.contains("retrying") || $0.contains("breaker") } } == [])
            }
        }

        private static func all() -> Set<Int32> {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            return Set(names.compactMap { Int32($0) }.filter { fcntl($0, F_GETFD) >= 0 })
        }

        /// The descriptors that a program has which this process starts.
        private static func inherited() -> Set<Int32> {
            all().filter { fcntl($0, F_GETFD) & FD_CLOEXEC == 0 }
        }
    }
#endif
