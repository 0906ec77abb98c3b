import EndpointTesting
import Testing

@testable import EndpointClient

@Suite struct BodyChannelTests {
    private let channel = BodyChannel()
    private let resumes = Tally()

    private func offer(_ data: Data) -> Bool {
        data.withUnsafeBytes { channel.offer($0) }
    }

    @Test func `a channel gives the bytes that have arrived in one chunk, and then the end`() async throws {
        #expect(offer(Data("one".utf8)))
        #expect(channel.add(Data("two".utf8)).waiting == 6)
        channel.end(.success(()))
        #expect(try await channel.next() == Data("onetwo".utf8))
        #expect(try await channel.next() == nil)
        #expect(try await channel.next() == nil)
    }

    /// `URLSession` on Linux continues for a while after it has been stopped.
    @Test func `a channel drops bytes that come after its end`() async throws {
        #expect(offer(Data("one".utf8)))
        channel.end(.failure(URLError(.dataLengthExceedsMaximum)))
        #expect(offer(Data("two".utf8)))
        #expect(channel.add(bytes(BodyChannel.capacity)) == (waiting: 0, pauses: false))
        #expect(try await channel.next() == Data("one".utf8))
        await #expect(throws: URLError(.dataLengthExceedsMaximum)) { try await channel.next() }
    }

    @Test func `an error of a channel comes after the bytes before it, once`() async throws {
        #expect(offer(Data("one".utf8)))
        channel.end(.failure(URLError(.timedOut)))
        channel.end(.success(()))
        #expect(try await channel.next() == Data("one".utf8))
        await #expect(throws: URLError(.timedOut)) { try await channel.next() }
        #expect(try await channel.next() == nil)
    }

    @Test func `a paused transport resumes once the bytes are read`() async throws {
        channel.onResume { resumes.add() }
        #expect(offer(bytes(BodyChannel.capacity)))
        #expect(!channel.isPaused)
        #expect(!offer(Data([1])))
        #expect(channel.isPaused)
        #expect(try await channel.next() == bytes(BodyChannel.capacity))
        #expect(!channel.isPaused)
        #expect(resumes.count == 1)
        #expect(offer(Data([1])))
        #expect(try await channel.next() == Data([1]))
        #expect(resumes.count == 1)
    }

    @Test func `a transport that can't be paused at once is told once to pause`() async throws {
        #expect(!channel.add(Data([1])).pauses)
        #expect(channel.add(bytes(BodyChannel.capacity)).pauses)
        let (waiting, pauses) = channel.add(Data([1]))
        #expect(!pauses)
        #expect(waiting == BodyChannel.capacity + 2)
        #expect(channel.isPaused)
    }

    @Test func `a reader that waits gets the next bytes`() async throws {
        let reading = Task { [channel] in (try await channel.next(), try await channel.next()) }
        #expect(channel.add(Data("one".utf8)).waiting == 3)
        channel.end(.success(()))
        let (chunk, end) = try await reading.value
        #expect(chunk == Data("one".utf8))
        #expect(end == nil)
    }

    @Test func `a channel reports its end once`() {
        channel.whenEnded { resumes.add() }
        #expect(resumes.count == 0)
        channel.end(.success(()))
        channel.end(.success(()))
        #expect(resumes.count == 1)
        channel.whenEnded { resumes.add() }
        #expect(resumes.count == 2)
    }

    @Test func `the idle time doesn't run while the reader holds the transport back`() async throws {
        let clock = TestClock()
        let exchange = try Exchange.sample(
            limit: .seconds(10), idle: .seconds(30), clock: clock, wantsStream: true)
        let http = try #require(HTTPURLResponse.plain(200, for: exchange))
        let response = try await exchange.response { _ = exchange.begin(http, nil, nil) { resumes.add() } }
        var chunks = response.chunks.makeAsyncIterator()
        let channel = try #require(exchange.channel)
        _ = channel.add(bytes(BodyChannel.capacity))
        #expect(exchange.expire(at: .seconds(100)) == nil)
        #expect(try await chunks.next() == bytes(BodyChannel.capacity))
        #expect(resumes.count == 1)
        #expect(exchange.expire(at: .seconds(20)) == .seconds(30))
        #expect(exchange.expire(at: .seconds(30)) == nil)
        let error = await #expect(throws: URLError.self) { try await chunks.next() }
        #expect(error?.code == .timedOut)
    }
}

@Suite struct BodyReadingTests {
    private let stops = Tally()

    private func reading() throws -> BodyReading {
        let exchange = try Exchange.sample(
            clock: TestClock(), wantsStream: true)
        exchange.onStop { stops.add() }
        return BodyReading(exchange, try #require(exchange.channel))
    }

    @Test func `a task that is cancelled before it reads ends the exchange`() async throws {
        let reading = try reading()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await reading.next()
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(stops.count == 1)
    }

    @Test func `the exchange ends when the reading is dropped`() async throws {
        var reading: BodyReading? = try reading()
        #expect(stops.count == 0)
        _ = reading
        reading = nil
        #expect(stops.count == 1)
    }
}
