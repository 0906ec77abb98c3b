import EndpointTesting
import TestSupport
import Testing

/// Clients that are made and released, and calls that are cancelled, while others are running.
@Suite(.realServers) struct TeardownTests {
    /// 2,000 clients with `ENDPOINT_THOROUGH`. Each is released while its calls are running, and some calls are
    /// cancelled.
    @Test(arguments: RealServer.underLoad)
    func `clients can be made and dropped while calls and uploads are under way`(server: RealServer) async throws {
        let (url, file) = (try #require(server.url), try RandomFile(1_000_000))
        let whole = try RandomFile(65_537).data()
        let steady = ClientKind.current.client(baseURL: url)
        _ = try await steady.data(.get("x"))
        let before = Footprint()
        try await concurrently(isThorough ? 2000 : 200) { index in
            let calls = Self.start(ClientKind.current.client(baseURL: url), file)
            for (number, call) in calls.enumerated() where number % 2 == index % 2 { call.cancel() }
            let data = try await steady.data(.get("files/65537"))
            #expect(data == whole)
            for call in calls { _ = await call.result }
        }
        #expect(try await steady.data(.get("files/65537")) == whole)
        while !Footprint().isBack(to: before) { _ = try await steady.data(.get("x")) }
    }

    /// Calls of a client without other references.
    private static func start(_ client: any APIClient, _ file: RandomFile) -> [Task<Void, any Error>] {
        let bodies: [UploadEndpointBody] = [.file(file.url), .stream(file.stream())]
        let uploads = bodies.map { RawUploadEndpoint<ReceivedBody>(body: $0, path: "proxied/digest") }
        return [
            Task { _ = try await client.data(.get("files/5000000")) },
            Task { _ = try await client.data(.get("slow/65537")) },
        ] + uploads.map { upload in Task { _ = try await client.upload(upload) } }
    }

    @Test(arguments: RealServer.underLoad)
    func `calls that are cancelled in the middle of an answer don't disturb others`(server: RealServer) async throws {
        let (client, whole) = (try server.client(), try RandomFile(1_000_000).data())
        try await concurrently(isThorough ? 2000 : 300) { index in
            guard index % 2 == 0 else {
                let data = try await client.data(.get("files/1000000"))
                #expect(data == whole)
                return
            }
            let call = Task { try await client.data(.get("files/5000000")) }
            _ = try await client.data(.get("x"))
            call.cancel()
            _ = await call.result
        }
    }
}

@Suite(.realServers) struct KeptConnectionTests {
    /// 1,000 requests with `ENDPOINT_THOROUGH`. The server reads each from a kept connection, and closes it without a
    /// response.
    @Test func `a POST whose kept connection is dropped is sent once`() async throws {
        let client = try RealServer.hostile1.client(limits: .init())
        let (run, dropped) = (UInt32.random(in: 0 ... .max), Counter())
        let requests = ProcessInfo.processInfo.environment["ENDPOINT_THOROUGH"] == nil ? 100 : 1000
        try await concurrently(requests) { index in
            _ = try await client.data(.get("ok/\(index)"))
            do {
                _ = try await client.data(.post("dropped/\(run)/\(index)", body: .text("x")))
            } catch let error as URLError where error.code == .networkConnectionLost {
                dropped.add()
            }
            let count = try await client.data(.get("count/dropped/\(run)/\(index)"))
            #expect(count == Data("1".utf8))
        }
        #expect(dropped.count > requests / 10)
    }
}

/// The descriptors and threads of this process.
private struct Footprint {
    private let descriptors: Int
    private let threads: Int

    init() {
        func count(_ folder: String) -> Int {
            ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).count
        }
        descriptors = count("/proc/self/fd")
        threads = count("/proc/self/task")
    }

    /// Other tests open and close sockets at the same time, so that the difference must be larger than their number.
    func isBack(to other: Footprint) -> Bool {
        descriptors < other.descriptors + 100 && threads < other.threads + 64
    }
}
