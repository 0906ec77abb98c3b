import EndpointTesting
import Testing

@testable import EndpointClient

@Suite struct ExchangeTests {
    private let clock = TestClock()
    private let stops = Tally()

    private func exchange(idle: Duration? = .seconds(30)) throws -> Exchange {
        try Exchange.sample(ExchangeTimeouts(deadline: nil, idle: idle), clock: clock)
    }

    private func response(_ exchange: Exchange, _ status: Int = 204) throws -> APIResponse {
        APIResponse(http: try #require(.plain(status, for: exchange)), body: .data(Data()))
    }

    @Test func `its caller gets the first result`() async throws {
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

    @Test func `a failure stops it, once`() async throws {
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

    @Test func `what is set to stop it after it has failed is called at once`() throws {
        let exchange = try exchange()
        exchange.fail(URLError(.timedOut))
        exchange.onStop { stops.add() }
        #expect(stops.count == 1)
    }

    @Test func `an exchange that has a result is not stopped`() throws {
        let exchange = try exchange()
        exchange.onStop { stops.add() }
        exchange.complete(.success(try response(exchange)))
        exchange.fail(CancellationError())
        #expect(stops.count == 0)
    }

    @Test func `a call that is cancelled already does not start`() async throws {
        let exchange = try exchange()
        let starts = Tally()
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await exchange.response { starts.add() }
        }
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(starts.count == 0)
    }

    @Test func `cancellation ends the wait and stops it`() async throws {
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

    @Test func `expires when nothing has been sent or received for the idle time`() throws {
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

    @Test func `one that has timed out before it starts is no longer awaited`() async throws {
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

    @Test func `one without limits never expires`() throws {
        #expect(try exchange(idle: nil).expire(at: .seconds(1 << 40)) == nil)
    }
}

@Suite struct ExchangeTableTests {
    private let clock = TestClock()

    @Test func `holds exchanges until they are removed`() throws {
        let (table, first, second) = (ExchangeTable(), try sample(idle: 10), try sample(idle: 20))
        for exchange in [first, second, first] { table.add(exchange) }
        #expect(table.count == 2)
        table.remove(first)
        table.remove(first)
        #expect(table.count == 1)
        table.remove(second)
        #expect(table.count == 0)
    }

    @Test func `fails those that have timed out, and returns when the next one will`() throws {
        let (table, stopped) = (ExchangeTable(), Locked<[Int]>([]))
        for idle in [10, 20, 30] {
            let exchange = try sample(idle: idle)
            exchange.onStop { stopped.withLock { $0.append(idle) } }
            table.add(exchange)
        }
        #expect(table.expire(at: .seconds(9)) == .seconds(10))
        #expect(stopped.withLock { $0 } == [])
        #expect(table.expire(at: .seconds(25)) == .seconds(30))
        #expect(stopped.withLock { Set($0) } == [10, 20])
        #expect(table.expire(at: .seconds(30)) == nil)
        #expect(table.count == 3)
    }

    private func sample(idle: Int) throws -> Exchange {
        try Exchange.sample(ExchangeTimeouts(deadline: nil, idle: .seconds(idle)), clock: clock)
    }
}

extension Exchange {
    /// An exchange of a GET that begins now.
    static func sample(
        _ timeouts: ExchangeTimeouts, clock: TestClock, url: String = "http://127.0.0.1/x", bodyLimit: Int = 1 << 20,
        wantsStream: Bool = false
    ) throws -> Exchange {
        let timer = DeadlineTimer(time: clock.time) { _ in nil }
        var timeouts = timeouts
        timeouts.start(at: timer.now)
        let get = URLRequest(url: try #require(URL(string: url)))
        var call = APIRequest(get, for: RawEndpoint(get))
        call.wantsStream = wantsStream
        let request = try RequestResolver(baseURL: try #require(URL(string: "http://127.0.0.1"))).resolve(call)
        return Exchange(request, bodyLimit: bodyLimit, timeouts: timeouts, timer: timer)
    }
}

extension HTTPURLResponse {
    /// A response without header fields.
    static func plain(_ status: Int, for exchange: Exchange) -> HTTPURLResponse? {
        HTTPURLResponse(url: exchange.request.url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: [:])
    }
}
