import TestSupport
import Testing

@testable import EndpointClient
@testable import EndpointCore
@testable import EndpointTesting

@Suite(.timeLimit(.minutes(5))) struct CoalescingClientTests {
    /// A server whose exchanges end when the test opens the gate, and that records them.
    private final class Gate: Sendable {
        let arrivals = Tally()
        let cancellations = Tally()
        private let contexts = Locked<[CallContext]>([])
        private let open = Tally()
        private let answer: @Sendable (APIRequest) throws -> APIResponse

        init(_ answer: @escaping @Sendable (APIRequest) throws -> APIResponse = { try .answer(200, to: $0) }) {
            self.answer = answer
        }

        var lastContext: CallContext? { contexts.withLock(\.last) }

        var client: PunctualClient {
            PunctualClient { [self] request in
                contexts.withLock { $0.append(request.context) }
                arrivals.add()
                try await withTaskCancellationHandler {
                    try await open.reached(1)
                } onCancel: {
                    cancellations.add()
                }
                return try answer(request)
            }
        }

        func release() { open.add() }
    }

    private let clock = TestClock()
    private let gate = Gate()
    private let joined = Tally()

    /// The stack around a client, which counts the calls that have joined another one.
    private func observed(_ client: some APIClient, _ note: @escaping @Sendable (CallEvent) -> Void = { _ in })
        -> some APIClient
    {
        client.metering(time: clock.time) { [joined] event in
            note(event)
            if event.step.words.hasPrefix("decided coalesced") { joined.add() }
        }
    }

    @Test func `a thousand equal calls make one exchange`() async throws {
        let base = try #require(gate.client.coalescing() as? CoalescingClient), client = observed(base)
        let calls = (0..<1000).map { _ in Task { try await client.send(.get, "x").http.statusCode } }
        try await joined.reached(999)
        gate.release()
        for call in calls { #expect(try await call.value == 200) }
        #expect(gate.arrivals.count == 1)
        #expect(base.flightCount == 0)
        #expect(try await client.send(.get, "x").http.statusCode == 200)
        #expect(gate.arrivals.count == 2)
    }

    @Test func `one request reaches a server for many equal calls`() async throws {
        let release = Promise<Void>()
        let server = try LoopbackServer { _ in
            try? await release.value {}
            return .text("once")
        }
        let client = observed(LiveClient(baseURL: server.url).coalescing())
        let calls = (0..<50).map { _ in Task { try await client.send(.get, "x").data } }
        try await joined.reached(49)
        release.resolve(.success(()))
        for call in calls { #expect(try await call.value == Data("once".utf8)) }
        #expect(server.requestCount == 1)
    }

    @Test func `calls with other headers, methods or bodies have exchanges of their own`() async throws {
        let client = gate.client.coalescing()
        let calls = [
            Task { try await client.send(.get, "x") }, Task { try await client.send(.head, "x") },
            Task { try await client.send(.post, "x") }, Task { try await client.send(.post, "x") },
            Task { try await client.send(.get, "x", headers: ["Authorization": "Bearer a"]) },
            Task { try await client.send(.get, "x", headers: ["Authorization": "Bearer b"]) },
            Task {
                _ = try await client.request(BookEndpoint(id: "x")); throw CancellationError()
            },
        ]
        try await gate.arrivals.reached(7)
        gate.release()
        for call in calls.dropLast() { _ = try await call.value }
        calls.last?.cancel()
    }

    @Test func `calls with different credentials share nothing`() async throws {
        let gate = Gate { request in
            let token = request.urlRequest.value(forHTTPHeaderField: "Authorization") ?? ""
            return try .answer(200, headers: ["X-Token": token], to: request)
        }
        let credential = RefreshingCredential(ExpiringCredential(.bearer("a"))) { _ in throw URLError(.unknown) }
        let client = observed(gate.client.authorizing(with: credential).coalescing())
        let first = Task { try await client.send(.get, "x").headers["X-Token"] }
        try await gate.arrivals.reached(1)
        credential.signIn(ExpiringCredential(.bearer("b")))
        let second = Task { try await client.send(.get, "x").headers["X-Token"] }
        try await gate.arrivals.reached(2)
        gate.release()
        #expect(try await first.value == "Bearer a")
        #expect(try await second.value == "Bearer b")
    }

    /// The first request is sent with the token `b`, because the user changes before that; then it is `a` again.
    private func changing(isBackBeforeSending: Bool) -> (client: some APIClient, exchanges: Tally, end: Tally) {
        let (requests, exchanges, end) = (Tally(), Tally(), Tally())
        let credential = RefreshingCredential(ExpiringCredential(.bearer("a"))) { _ in throw URLError(.unknown) }
        let server = PunctualClient { request in
            let isFirst = exchanges.add() == 1
            if isFirst, isBackBeforeSending { credential.signIn(ExpiringCredential(.bearer("a"))) }
            request.context.report(headers: HeaderFields(request.urlRequest))
            if isFirst, !isBackBeforeSending { credential.signIn(ExpiringCredential(.bearer("a"))) }
            try await end.reached(1)
            let token = request.urlRequest.value(forHTTPHeaderField: "Authorization") ?? ""
            return try .answer(200, headers: ["X-Token": token], to: request)
        }
        let client = server.authorizing(with: credential).adapting { _ in
            if requests.add() == 1 { credential.signIn(ExpiringCredential(.bearer("b"))) }
        }
        return (observed(client.coalescing()), exchanges, end)
    }

    @Test func `an exchange that is sent with a later credential is not joined`() async throws {
        let (client, exchanges, end) = changing(isBackBeforeSending: false)
        let first = Task { try await client.send(.get, "x").headers["X-Token"] }
        try await exchanges.reached(1)
        let second = Task { try await client.send(.get, "x").headers["X-Token"] }
        while exchanges.count < 2, joined.count == 0 { await Task.yield() }
        end.add()
        #expect(try await first.value == "Bearer b")
        #expect(try await second.value == "Bearer a")
    }

    @Test func `a call gets no response to a credential that was replaced before it was sent`() async throws {
        let (client, exchanges, end) = changing(isBackBeforeSending: true)
        end.add()
        #expect(try await client.send(.get, "x").headers["X-Token"] == "Bearer a")
        #expect(exchanges.count == 2)
    }

    // Deadlines and cancellation.

    @Test func `each call has its own deadline, and the exchange has the latest of them`() async throws {
        let client = gate.client.coalescing()
        let (first, second) = (Steps(), Steps())
        let short = observed(client.timingOut(after: .seconds(1), time: clock.time), first.note)
        let long = observed(client.timingOut(after: .seconds(10), time: clock.time), second.note)
        let shortCall = Task { try await short.send(.get, "x") }
        try await gate.arrivals.reached(1)
        let context = try #require(gate.lastContext)
        #expect(context.timeLeft == .seconds(1))
        let longCall = Task { try await long.send(.get, "x") }
        try await joined.reached(1)
        #expect(context.timeLeft == .seconds(10))
        await clock.sleepers(2)
        clock.advance(by: .seconds(1))
        let error = await #expect(throws: URLError.self) { try await shortCall.value }
        #expect(error?.code == .timedOut)
        #expect(error?.localizedDescription.contains("longer than 1 s") == true)
        #expect(context.timeLeft == .seconds(9))
        #expect(gate.cancellations.count == 0)
        gate.release()
        #expect(try await longCall.value.http.statusCode == 200)
        #expect(second.all.last == "ended: 200")
        #expect(first.all == ["began", "ended: URLError"])
    }

    @Test func `an exchange that a call without a deadline joins has none`() async throws {
        let client = gate.client.coalescing()
        let limited = client.timingOut(after: .seconds(1), time: clock.time)
        let first = Task { try await limited.send(.get, "x") }
        try await gate.arrivals.reached(1)
        let context = try #require(gate.lastContext)
        let second = Task { [observed = observed(client)] in try await observed.send(.get, "x") }
        try await joined.reached(1)
        #expect(context.timeLeft ?? .zero > .seconds(1_000_000))
        gate.release()
        _ = try await (first.value, second.value)
    }

    /// A client of ours converts the deadline when it begins, and must see that it moves.
    @Test func `a real client waits as long as the call with the latest deadline`() async throws {
        let release = Promise<Void>()
        let server = try LoopbackServer { _ in
            try? await release.value {}
            return .text("late")
        }
        let client = URLSessionClient(server, time: clock.time).coalescing()
        let short = client.timingOut(after: .seconds(1), time: clock.time)
        let long = observed(client.timingOut(after: .seconds(100), time: clock.time))
        let first = Task { try await short.send(.get, "x") }
        _ = await server.received(1)
        let second = Task { try await long.send(.get, "x").data }
        try await joined.reached(1)
        await clock.run(for: .seconds(50))
        await #expect(throws: URLError.self) { try await first.value }
        release.resolve(.success(()))
        #expect(try await second.value == Data("late".utf8))
        #expect(server.requestCount == 1)
    }

    @Test func `a cancelled call leaves the exchange to the others, and the last one ends it`() async throws {
        let client = observed(gate.client.coalescing())
        let first = Task { try await client.send(.get, "x") }
        try await gate.arrivals.reached(1)
        let second = Task { try await client.send(.get, "x") }
        try await joined.reached(1)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(gate.cancellations.count == 0)
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(gate.cancellations.count == 1)
    }

    @Test func `a call after a cancellation starts an exchange although the cancelled one still runs`() async throws {
        let client = gate.client.coalescing()
        let first = Task { try await client.send(.get, "x") }
        try await gate.arrivals.reached(1)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        let second = Task { try await client.send(.get, "x").http.statusCode }
        try await gate.arrivals.reached(2)
        gate.release()
        #expect(try await second.value == 200)
    }

    // Results.

    @Test func `each call gets its own copy of the error, which names its own limit`() async throws {
        let gate = Gate { _ in throw URLError(.timedOut, description: "The call took longer than 1 s.") }
        let client = gate.client.coalescing()
        let calls = (1...2).map { number in
            Task { [observed = observed(client.timingOut(after: .seconds(5 * number), time: clock.time))] in
                try await observed.send(.get, "x")
            }
        }
        try await joined.reached(1)
        clock.advance(by: .zero)
        gate.release()
        var errors: [URLError] = []
        for call in calls { errors.append(try #require(await #expect(throws: URLError.self) { try await call.value })) }
        #expect(errors.map(\.code) == [.timedOut, .timedOut])
        #expect(errors[0]._nsError !== errors[1]._nsError)
    }

    /// A book that may be missing.
    private struct LooseEndpoint: Endpoint {
        typealias Content = Int

        let accepts: Int

        func makeRequest() throws -> URLRequest { try .get("book") }

        func validate(_ response: URLResponse?, with body: Data) throws {
            try HTTPError.check(response, with: body, accepting: 200..<accepts)
        }

        func content(from response: URLResponse?, with body: Data) throws -> Int { accepts }
    }

    @Test func `each endpoint validates the shared answer itself`() async throws {
        let gate = Gate { try .answer(404, to: $0) }
        let levels = Locked<[LogLevel]>([])
        let client = observed(gate.client.metering { _ in }.coalescing()) { event in
            if case .ended = event.step { levels.withLock { $0.append(event.level) } }
        }
        let strict = Task { try await client.request(LooseEndpoint(accepts: 300)) }
        try await gate.arrivals.reached(1)
        let loose = Task { try await client.request(LooseEndpoint(accepts: 500)) }
        try await joined.reached(1)
        gate.release()
        #expect(try await loose.value == 500)
        let error = await #expect(throws: HTTPError.self) { try await strict.value }
        #expect(error?.status == 404)
        #expect(Set(levels.withLock { $0 }).count == 2)
    }

    @Test func `all calls see the retries of the exchange`() async throws {
        let failed = Tally()
        let gate = Gate { try .answer(failed.add() == 1 ? 503 : 200, to: $0) }
        let (first, second) = (Steps(), Steps())
        let client = gate.client.retryingAtOnce().coalescing()
        let calls = [first, second].map { steps in
            Task { [observed = observed(client, steps.note)] in try await observed.send(.get, "x").http.statusCode }
        }
        try await joined.reached(1)
        gate.release()
        for call in calls { #expect(try await call.value == 200) }
        for steps in [first, second] {
            #expect(steps.all.contains { $0.hasPrefix("attempt 1: 503") })
            #expect(steps.all.contains { $0.hasPrefix("attempt 2: 200") })
        }
        #expect(gate.arrivals.count == 2)
    }

    @Test func `a request of a refresh does not wait for a call that waits for the refresh`() async throws {
        let clients = Locked<(any APIClient)?>(nil)
        let credential = RefreshingCredential(time: clock.time) { _ in
            let client = try #require(clients.withLock { $0 })
            _ = try await client.send(.get, "x")
            return ExpiringCredential(.bearer("a"))
        }
        let client = MockClient.always(.status(200)).authorizing(with: credential).coalescing()
        clients.withLock { $0 = client }
        await #expect(throws: CredentialError.circularRefresh) { try await client.send(.get, "x") }
    }

    @Test func `a stack has it inside the deadline and outside retries`() async throws {
        let client = gate.client.standard {
            $0.isCoalescing = true
            $0.time = clock.time
        }
        #expect("\(client)".contains("TimingOut(60 s) › Coalescing › Retrying"))
        #expect(!"\(gate.client.retryingAtOnce().coalescing())".contains("belongs inside"))
        #expect("\(gate.client.coalescing().retryingAtOnce())".contains("Retrying belongs inside Coalescing"))
    }
}
