import EndpointTesting
import Testing

@testable import EndpointClient

/// Downloads that stop after bytes have arrived.
@Suite struct DownloadContinuingTests {
    private let folder = try? TemporaryFolder()
    private let whole = bytes(900_000)

    @Test(arguments: Engine.allCases)
    func `a download continues as often as it brings bytes`(engine: Engine) async throws {
        let server = try FileServer(whole, cuts: Array(repeating: 100_000, count: 8))
        let file = try file()
        try await engine.client(server.loopback).fetch(CoverEndpoint(), to: file)
        #expect(try Data(contentsOf: file) == whole)
        #expect(server.ranges.count == 9)
    }

    @Test(arguments: Engine.allCases)
    func `five continuations in a row without many bytes end the call`(engine: Engine) async throws {
        let server = try FileServer(whole, cuts: [100_000, 100_000] + Array(repeating: 1000, count: 99))
        let file = try file()
        await #expect(throws: URLError.self) {
            try await engine.client(server.loopback).fetch(CoverEndpoint(), to: file)
        }
        #expect(server.ranges.count == 7)
        #expect(try Data(contentsOf: partial(of: file)).count == 205_000)
    }

    @Test(arguments: Engine.allCases)
    func `a server that is down for a while in the middle of a download is waited for`(engine: Engine) async throws {
        let server = try FileServer(whole, cuts: [100_000])
        let clock = TestClock()
        let start = clock.now
        let client = Outage(
            upstream: engine.client(server.loopback), clock: clock, begin: 1, length: .milliseconds(1500))
        let file = try file()
        let time = TimeSource(LeapingClock(clock: clock)).drawing { 0.5 }
        // Their alarms would make the clock leap.
        let stack = client.standard {
            ($0.time, $0.deadline, $0.attemptDeadline) = (time, nil, nil)
        }
        try await stack.fetch(CoverEndpoint(), to: file, time: time)
        #expect(try Data(contentsOf: file) == whole)
        #expect(start.duration(to: clock.now) >= .milliseconds(1500))
    }

    /// A byte each 50 s would otherwise never end: the limit `idle` is 60 s.
    @Test func `a server that sends a byte now and then is given up`() async throws {
        let clock = TestClock()
        let time = TimeSource(LeapingClock(clock: clock)).drawing { 0.5 }
        let pieces = Array(repeating: Data("x".utf8), count: 1000)
        let client = MockClient {
            On(.get, "cover").reply(.stream(chunks: pieces, every: .seconds(50), time: time)).anyTimes()
        }
        let error = try await #require(throws: URLError.self) {
            try await client.fetch(CoverEndpoint(), to: try file(), time: time)
        }
        #expect(error.code == .timedOut)
        #expect(error.localizedDescription.contains("fewer than 60 KiB"))
        #expect(client.requests.count == 6)
    }

    @Test func `a continuation waits as long as the server says`() async throws {
        let replies = try Replies(
            .cut(whole, after: 100_000), .status(503, headers: ["Retry-After": "7"]),
            .part("bytes 100000-899999/900000", whole[100_000...]))
        let clock = TestClock()
        let start = clock.now
        let time = TimeSource(LeapingClock(clock: clock)).drawing { 0 }
        try await URLSessionClient(replies.loopback).fetch(CoverEndpoint(), to: try file(), time: time)
        #expect(start.duration(to: clock.now) == .seconds(7))
        #expect(replies.values("Range") == [nil, "bytes=100000-", "bytes=100000-"])
    }

    @Test func `a failure before the first byte is left to the retries`() async throws {
        let replies = try Replies(.status(503))
        await #expect(throws: HTTPError.self) {
            try await URLSessionClient(replies.loopback).fetch(CoverEndpoint(), to: try file())
        }
        #expect(replies.values("Range").count == 1)
    }

    @Test func `a permanent failure isn't continued, even if bytes have arrived`() async throws {
        let replies = try Replies(.cut(whole, after: 100_000), .status(403))
        let file = try file()
        await #expect(throws: HTTPError.self) {
            try await URLSessionClient(replies.loopback).fetch(CoverEndpoint(), to: file)
        }
        #expect(replies.values("Range") == [nil, "bytes=100000-"])
        #expect(try Data(contentsOf: partial(of: file)).count == 100_000)
    }

    private struct PostedEndpoint: Endpoint {
        typealias Content = Data

        func makeRequest() throws -> URLRequest { try .post("cover") }
    }

    @Test func `a POST isn't sent again`() async throws {
        let replies = try Replies(.cut(whole, after: 100_000))
        await #expect(throws: URLError.self) {
            try await URLSessionClient(replies.loopback).fetch(PostedEndpoint(), to: try file())
        }
        #expect(replies.values("Range") == [nil])
    }

    @Test func `versions that change with every request end the call`() async throws {
        let count = Tally()
        let server = try LoopbackServer { [whole] _ in .cut(whole, after: 100_000, ["ETag": "\"\(count.add())\""]) }
        await #expect(throws: URLError.self) {
            try await URLSessionClient(server).fetch(CoverEndpoint(), to: try file())
        }
        #expect(server.requestCount == 6)
    }

    private func file() throws -> URL { try #require(folder).file("cover.png") }
}

/// A client whose server cannot be reached for a while after some requests.
private struct Outage: ClientDecorator {
    let upstream: any APIClient
    let clock: TestClock
    let begin: Int
    let length: Duration
    private let sent = Tally()
    private let end = Locked<TestClock.Instant?>(nil)

    init(upstream: any APIClient, clock: TestClock, begin: Int, length: Duration) {
        (self.upstream, self.clock, self.begin, self.length) = (upstream, clock, begin, length)
    }

    func send(_ request: APIRequest) async throws -> APIResponse {
        guard sent.add() > begin else { return try await upstream.send(request) }
        let end = end.withLock { end in
            end = end ?? clock.now.advanced(by: length)
            return end
        }
        if let end, clock.now < end { throw URLError(.cannotConnectToHost) }
        return try await upstream.send(request)
    }
}
