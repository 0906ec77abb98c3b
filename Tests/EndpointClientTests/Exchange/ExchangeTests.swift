import EndpointTesting
import Testing

@testable import EndpointClient

@Suite struct ExchangeTests {
    private let clock = TestClock()
    private let stops = Tally()

    private func exchange(idle: Duration? = .seconds(30)) throws -> Exchange {
        try Exchange.sample(idle: idle, clock: clock)
    }

    private func response(_ exchange: Exchange, _ status: Int = 204) throws -> APIResponse {
        APIResponse(http: try #require(.plain(status, for: exchange)), body: .data(Data()))
    }

    @Test func `the caller of an exchange gets the first result`() async throws {
        let exchange = try exchange()
        let response = try response(exchange)
        let answer = try await exchange.response {
            #expect(exchange.isAwaited)
            exchange.complete(.success(response))
            exchange.fail(URLError(.timedOut))
            exchange.complete(.failure(URLError(.unknown)))
        }
        #expect(answer.http.statusCode == 204)
        #expect(!exchange.isAwaited)
    }

    @Test func `a failure stops an exchange once`() async throws {
        let exchange = try exchange()
        let error = await #expect(throws: URLError.self) {
            try await exchange.response {
                exchange.onStop { stops.add() }
                exchange.fail(URLError(.timedOut))
                exchange.fail(URLError(.unknown))
            }
        }
        #expect(error?.code == .timedOut)
        #expect(stops.count == 1)
    }

    @Test func `a stop handler set after a failure is called at once`() throws {
        let exchange = try exchange()
        exchange.fail(URLError(.timedOut))
        exchange.onStop { stops.add() }
        #expect(stops.count == 1)
    }

    @Test func `an exchange with a result isn't stopped`() throws {
        let exchange = try exchange()
        exchange.onStop { stops.add() }
        exchange.complete(.success(try response(exchange)))
        exchange.fail(CancellationError())
        #expect(stops.count == 0)
    }

    @Test func `a call that is cancelled already doesn't start`() async throws {
        let exchange = try exchange()
        let starts = Tally()
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await exchange.response { starts.add() }
        }
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(starts.count == 0)
    }

    @Test func `cancellation ends the wait and stops the exchange`() async throws {
        let exchange = try exchange()
        let (started, stops) = (Tally(), stops)
        let call = Task {
            try await exchange.response {
                exchange.onStop { stops.add() }
                started.add()
            }
        }
        try await started.reached(1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(stops.count == 1)
    }

    @Test func `an exchange expires when nothing is sent or received for the idle time`() throws {
        let exchange = try exchange()
        exchange.onStop { stops.add() }
        #expect(exchange.expire(at: .seconds(29)) == .seconds(30))
        clock.advance(by: .seconds(20))
        exchange.recordActivity()
        #expect(exchange.expire(at: .seconds(30)) == .seconds(50))
        #expect(stops.count == 0)
        #expect(exchange.expire(at: .seconds(50)) == nil)
        #expect(stops.count == 1)
    }

    @Test func `an exchange that timed out before its start isn't awaited any more`() async throws {
        let exchange = try exchange()
        let error = await #expect(throws: URLError.self) {
            try await exchange.response {
                clock.advance(by: .seconds(30))
                exchange.expireBeforeStart()
                #expect(!exchange.isAwaited)
            }
        }
        #expect(error?.code == .timedOut)
    }

    @Test func `an exchange without limits never expires`() throws {
        #expect(try exchange(idle: nil).expire(at: .seconds(1 << 40)) == nil)
    }
}

/// What limits an exchange.
@Suite struct ExchangeLimitTests {
    private let clock = TestClock()

    private func exchange(call: Int? = nil, limit: Int? = nil, idle: Int? = nil) throws -> Exchange {
        try Exchange.sample(
            call: call.map { .seconds($0) }, limit: limit.map { .seconds($0) }, idle: idle.map { .seconds($0) },
            clock: clock)
    }

    @Test func `an exchange expires with the idle time or its limit, whichever comes first`() throws {
        let exchange = try exchange(limit: 60, idle: 25)
        #expect(exchange.expire(at: .zero) == .seconds(25))
        clock.advance(by: .seconds(20))
        exchange.recordActivity()
        #expect(exchange.expire(at: .seconds(20)) == .seconds(45))
        clock.advance(by: .seconds(24))
        exchange.recordActivity()
        #expect(exchange.expire(at: .seconds(44)) == .seconds(60))
    }

    @Test func `the limit for connecting ends with the connection`() throws {
        let exchange = try Exchange.sample(clock: clock, connecting: .seconds(5))
        #expect(exchange.expire(at: .seconds(4)) == .seconds(5))
        exchange.hasConnected()
        #expect(exchange.expire(at: .seconds(6)) == nil)
        #expect(!exchange.hasTimedOut)
        let slow = try Exchange.sample(clock: clock, connecting: .seconds(5))
        #expect(slow.expire(at: .seconds(5)) == nil)
        #expect(slow.hasTimedOut)
    }

    @Test(
        arguments: [
            (20, 60, 60, 20, "The call took longer than 20 s"), (60, 20, 60, 20, "the client's limit `deadline`"),
            (60, 60, 20, 20, "the client's limit `idle`"), (20, 20, 20, 20, "The call took longer than 20 s"),
        ])
    func `the error names the limit that has passed, that of the most first`(
        call: Int, limit: Int, idle: Int, end: Int, sentence: String
    ) async throws {
        let exchange = try exchange(call: call, limit: limit, idle: idle)
        let error = await #expect(throws: URLError.self) {
            try await exchange.response { #expect(exchange.expire(at: .seconds(end)) == nil) }
        }
        #expect(error?.localizedDescription.contains(sentence) == true)
        #expect(exchange.hasTimedOut)
    }
}

extension Exchange {
    /// An exchange of a GET that begins now.
    static func sample(
        call: Duration? = nil, limit: Duration? = nil, idle: Duration? = nil, clock: TestClock,
        url: String = "http://127.0.0.1/x", bodyLimit: Int = 1 << 20, wantsStream: Bool = false,
        connecting: Duration? = nil
    ) throws -> Exchange {
        let get = URLRequest(url: try #require(URL(string: url)))
        var request = APIRequest(get, for: RawEndpoint(get))
        request.wantsStream = wantsStream
        var resolved = try RequestResolver(baseURL: try #require(URL(string: "http://127.0.0.1"))).resolve(request)
        resolved.connectLimit = connecting.map { Deadline.Limit($0, from: .client) }
        let time = clock.time
        return Exchange(
            resolved, bodyLimit: bodyLimit, call: call.map { Deadline(after: $0, of: .call, on: time) },
            limit: limit.map { Deadline(after: $0, of: .exchanges, on: time) },
            idle: idle.map { Deadline.Limit($0, from: .client) },
            in: ExchangeTable(calls: 1, streams: 1, time: time))
    }
}

extension HTTPURLResponse {
    /// A response without header fields.
    static func plain(_ status: Int, for exchange: Exchange) -> HTTPURLResponse? {
        HTTPURLResponse(url: exchange.request.url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: [:])
    }
}
