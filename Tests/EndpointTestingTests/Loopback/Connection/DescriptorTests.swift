import EndpointTesting
import Testing

/// Other tests open and close descriptors meanwhile, so a leak must be seen among a few hundred of theirs.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd"))) struct DescriptorTests {
    private let rounds = 1_200
    private let noise = 800

    @Test func `servers give theirs back`() throws {
        let before = try openDescriptors()
        for _ in 0..<rounds { _ = try LoopbackServer { _ in .status(200) } }
        #expect(try openDescriptors() - before < noise)
    }

    @Test(arguments: ["/close", "/reset", "/stay", "/bad\n"]) func `connections give theirs back`(_ target: String)
        async throws
    {
        let server = try LoopbackServer.immediate { request in
            switch request.target {
            case "/close": .closeWithoutAnswer
            case "/reset": .reset
            default: .status(200)
            }
        }
        let before = try openDescriptors()
        for _ in 0..<rounds {
            try await server.connected { client in
                client.send("GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n")
                _ = client.read()
            }
        }
        await server.connectionsClosed()
        #expect(try openDescriptors() - before < noise)
    }

    private func openDescriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
}
