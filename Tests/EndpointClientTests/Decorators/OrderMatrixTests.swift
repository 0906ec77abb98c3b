import EndpointTesting
import TestSupport
import Testing

@testable import EndpointClient

/// Proof 3: whatever the order of the decorators, a call is sent a bounded number of times, never after its deadline or
/// its cancellation, never twice if that is not safe, and it ends.
@Suite struct OrderMatrixTests {
    private static let calls = isThorough ? 500 : 20

    /// The few calls of one order may all fail, or all arrive just once; those of 24 orders never do.
    @Test(.timeLimit(.minutes(10)), arguments: OrderedStack.Layer.allCases, [true, false])
    func `decorators in any order keep their promises`(outermost: OrderedStack.Layer, isCareful: Bool) async throws {
        var sums = CallSums()
        for (seed, order) in OrderedStack.orders.enumerated() where order.first == outermost {
            let before = sums.arrivals
            await check(order, seed: UInt64(seed), isCareful, &sums)
            #expect(sums.arrivals - before > Self.calls / 4, "\(order)")
        }
        #expect(sums.repeated > Self.calls / 4)
        #expect(sums.answered > Self.calls / 4)
        #expect(sums.failed > Self.calls / 4)
        #expect(sums.left > Self.calls / 4)
        #expect(sums.stored > Self.calls / 4)
        // Around a client that does not enforce deadlines, an abandoned attempt continues in a task of its own: its
        // next request may already be on its way when the caller cancels.
        #expect(sums.late <= max(2, sums.calls / 1000))
        #expect(sums.unwanted <= max(2, sums.calls / 1000))
    }

    @Test(arguments: OrderedStack.orders.indices, [true, false])
    func `decorators in any order retry a failed call and return the answer`(order: Int, isCareful: Bool) async throws {
        let stack = OrderedStack(seed: UInt64(order)), requests = Tally()
        let answer: MoodyServer.Mood = { try .answer(requests.add() == 1 ? 503 : 200, to: $0) }
        let base: any APIClient = isCareful ? PunctualClient(answer) : MockClient(answer)
        let response = try await stack.around(base, OrderedStack.orders[order]).send(.get, "x")
        #expect(response.http.statusCode == 200)
        #expect(requests.count == 2)
    }

    @Test(arguments: OrderedStack.orders.indices)
    func `a cache in any order uses a stale response and refreshes it once`(order: Int) async throws {
        let stack = OrderedStack(seed: UInt64(order)), requests = Tally()
        let server = MockClient(baseURL: URL(string: "https://a.example")) { request in
            let headers: HeaderFields = ["Cache-Control": "max-age=1, stale-while-revalidate=60"]
            return try .answer(headers: headers, body: Data("\(requests.add())".utf8), to: request)
        }
        let client = stack.around(server, OrderedStack.orders[order])
        func answer() async throws -> String { String(decoding: try await client.send(.get, "x").data, as: UTF8.self) }
        #expect(try await answer() == "1")
        #expect(try await answer() == "1")
        stack.clock.advance(by: .seconds(5))
        #expect(try await answer() == "1")
        await stack.cache.refreshes.settle()
        #expect(try await answer() == "2")
        #expect(requests.count == 2)
    }

    /// A hedge in each place of each sixth order. Only what is read is hedged, so that all calls are `GET`.
    @Test(.timeLimit(.minutes(10)), arguments: 0..<6, [true, false])
    func `a hedge in any place of any order keeps the promises`(place: Int, isCareful: Bool) async throws {
        var sums = CallSums()
        let hedges = Tally()
        for (seed, order) in OrderedStack.orders.enumerated() where seed % 6 == place {
            let stack = OrderedStack(seed: UInt64(seed))
            let server = ErraticServer(stack.clock, stack.dice)
            let base: any APIClient = isCareful ? server.careful : server.careless
            let slow = SlowClient(upstream: base, clock: stack.clock, dice: stack.dice)
            let client = stack.around(slow, order, hedgedAt: place)
                .metering(time: stack.clock.time) { event in
                    if case .decided("hedged", _) = event.step { hedges.add() }
                    server.mayLeave(odds: 60)
                }
            for _ in 0..<Self.calls {
                let result = await outcome(of: client, .get, server)
                let account = server.close()
                // A request that has lost may still be on its way when the next call begins.
                #expect(account.arrivals <= 13 * (1 + account.confirmed), "\(order)")
                #expect(isRight(result, account), "\(order)")
                sums.add(account, result)
                stack.clock.advance(by: .seconds(stack.dice.roll(30)))
            }
        }
        #expect(hedges.count > 10)
        #expect(sums.answered > Self.calls / 4)
        #expect(sums.left > Self.calls / 4)
        #expect(sums.late <= max(4, sums.arrivals / 20))
        #expect(sums.unwanted <= max(4, sums.arrivals / 20))
    }

    private func check(_ order: [OrderedStack.Layer], seed: UInt64, _ isCareful: Bool, _ sums: inout CallSums) async {
        let stack = OrderedStack(seed: seed)
        let server = ErraticServer(stack.clock, stack.dice)
        let base: any APIClient = isCareful ? server.careful : server.careless
        let client = stack.around(base, order).metering(time: stack.clock.time) { event in
            switch event.step {
            case .replaying, .refreshFailed: return  // The next request may already be on its way.
            default: server.mayLeave(odds: 60)
            }
        }
        for number in 0..<Self.calls {
            let method: HTTPMethod = number.isMultiple(of: 3) ? .post : .get
            let result = await outcome(of: client, method, server)
            let account = server.close()
            #expect(account.arrivals <= account.mostArrivals, "\(order)")
            #expect(!isCareful || account.late == 0, "\(order)")
            #expect(!isCareful || account.unwanted == 0, "\(order)")
            #expect(account.final <= 1 || method == .get, "\(order)")
            #expect(isRight(result, account), "\(order)")
            sums.add(account, result)
            stack.clock.advance(by: .seconds(stack.dice.roll(30)))
        }
    }

    private func outcome(
        of client: some APIClient, _ method: HTTPMethod, _ server: ErraticServer
    ) async -> Result<APIResponse, any Error> {
        let begin = Tally()
        let call = Task {
            try await begin.reached(1)
            return try await client.send(method, "x")
        }
        server.open { call.cancel() }
        begin.add()
        return await call.result
    }

    /// Only a cancelled caller gets a cancellation.
    private func isRight(_ result: Result<APIResponse, any Error>, _ account: ErraticServer.Account) -> Bool {
        switch result {
        case .success: true
        case .failure(is CancellationError): account.hasLeft
        case .failure(let error): error is URLError || error is BreakerOpenError || error is CredentialError
        }
    }
}

/// A client that takes up to 7 s, in which other tasks run.
private struct SlowClient: ClientDecorator {
    let upstream: any APIClient
    let clock: TestClock
    let dice: Dice

    var traits: ClientTraits { inheritedTraits(waits: false) }

    func send(_ request: APIRequest) async throws -> APIResponse {
        clock.advance(by: .seconds(dice.roll(8)))
        for _ in 0..<20 { await Task.yield() }
        try Task.checkCancellation()
        return try await upstream.send(request)
    }
}

/// The decorators that end, repeat, share, hold, refuse or answer calls, around one server, in any order.
struct OrderedStack: Sendable {
    enum Layer: CaseIterable, Hashable {
        case callDeadline, retry, credential, breaker, attemptDeadline, coalescing, limit, cache
    }

    /// All 120 orders of five of them, each with the other three at random places, outermost first.
    static let orders = permutations([.callDeadline, .retry, .credential, .breaker, .attemptDeadline]).enumerated().map
    {
        let dice = Dice(seed: UInt64($0))
        return [Layer.coalescing, .limit, .cache].reduce(into: $1) { $0.insert($1, at: dice.roll($0.count + 1)) }
    }

    let clock = TestClock()
    let dice: Dice
    let cache = HTTPCache.memory()
    private let credential: RefreshingCredential

    init(seed: UInt64) {
        let clock = clock, dice = Dice(seed: seed)
        self.dice = dice
        credential = RefreshingCredential(ExpiringCredential(.bearer("t")), time: clock.time) { _ in
            if dice.roll(5) == 0 { throw URLError(.timedOut) }
            return ExpiringCredential(.bearer("t\(dice.roll(1000))"), expiresIn: .seconds(dice.roll(600)))
        }
    }

    /// The layers around a client, and a hedge outside the layer with this number.
    func around(_ client: any APIClient, _ order: [Layer], hedgedAt place: Int? = nil) -> any APIClient {
        var client = client
        for number in (0...order.count).reversed() {
            if number < order.count { client = wrap(client, in: order[number]) }
            if number == place { client = client.hedging(.always(after: .seconds(5)), time: clock.time) }
        }
        return client
    }

    private func wrap(_ client: any APIClient, in layer: Layer) -> any APIClient {
        switch layer {
        case .callDeadline: client.timingOut(after: .seconds(60), time: clock.time)
        case .retry:
            client.retrying(
                time: TimeSource(LeapingClock(clock: clock)).dated { Date(timeIntervalSince1970: 0) }.drawing(
                    dice.fraction))
        case .credential: client.authorizing(with: credential)
        case .breaker: client.circuitBreaking(time: clock.time.drawing(dice.fraction))
        case .attemptDeadline: client.timingOut(eachAttemptAfter: .seconds(20), time: clock.time)
        case .coalescing: client.coalescing()
        case .limit: client.limiting(.adaptive(), time: clock.time)
        case .cache: client.caching(in: cache, time: clock.time)
        }
    }

    private static func permutations(_ layers: [Layer]) -> [[Layer]] {
        guard layers.count > 1 else { return [layers] }
        return layers.flatMap { first in permutations(layers.filter { $0 != first }).map { [first] + $0 } }
    }
}
