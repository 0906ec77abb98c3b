import TestSupport
import Testing

@testable import EndpointClient
@testable import EndpointCore
@testable import EndpointTesting

/// A call through everything that shares, stores or queues calls, cancelled at each of its events in turn.
@Suite(.timeLimit(.minutes(5))) struct CancelledCallTests {
    /// What the cache has for the call.
    enum Stored: String, CaseIterable {
        case nothing, fresh, stale, staleWhileRefreshed
    }

    private let clock = TestClock()
    private let cache = HTTPCache.memory()
    /// The first request of `busy` ends when this is added to.
    private let release = Tally()
    private let busy = Tally()
    private let requests = Tally()

    /// The first request of a path has 200, the second 503 and all others 200, or 304 if they ask for it.
    private func server(_ control: String) -> MockClient {
        MockClient(baseURL: URL(string: "https://a.example")) { [release, busy, requests] request in
            let headers: HeaderFields = ["Cache-Control": control, "ETag": "\"a\""]
            if request.urlRequest.url?.path == "/busy" {
                busy.add()
                try await release.reached(1)
                return try .answer(200, to: request)
            }
            await Task.yield()
            let isKnown = request.urlRequest.value(forHTTPHeaderField: "If-None-Match") == "\"a\""
            let status = requests.add() == 2 ? 503 : isKnown ? 304 : 200
            return try .answer(status, headers: status == 503 ? [:] : headers, to: request)
        }
    }

    @Test(arguments: Stored.allCases, 1...12)
    func `a call that is cancelled at an event harms no other call and keeps no place`(
        stored: Stored, event number: Int
    ) async throws {
        let server = server(stored == .staleWhileRefreshed ? "max-age=1, stale-while-revalidate=60" : "max-age=1")
        let limiting = try #require(server.limiting(.concurrent(1), time: clock.time) as? LimitingClient)
        let stack = limiting.retryingAtOnce().caching(in: cache, time: clock.time).coalescing()
        let coalescing = try #require(stack as? CoalescingClient)
        _ = try await coalescing.send(.get, stored == .nothing ? "other" : "x")
        clock.advance(by: stored == .fresh ? .zero : .seconds(5))
        let blocker = Task { try await limiting.send(.get, "busy").http.statusCode }
        try await busy.reached(1)

        let (begin, waits, events) = (Tally(), Tally(), Tally()), cancel = Locked<(@Sendable () -> Void)?>(nil)
        let first = coalescing.metering(time: clock.time) { event in
            if events.add() == number { cancel.withLock { $0 }?() }
            if event.isWait { waits.add() }
        }
        let call = Task {
            try await begin.reached(1)
            return try await first.send(.get, "x").http.statusCode
        }
        cancel.withLock { $0 = { call.cancel() } }
        begin.add()
        try await waits.reached(1)

        let joins = Tally()
        let second = coalescing.metering(time: clock.time) { event in if event.isWait { joins.add() } }
        let bystander = Task { try await second.send(.get, "x").http.statusCode }
        try await joins.reached(1)
        release.add()
        #expect(try await blocker.value == 200)
        #expect(try await bystander.value == 200)
        switch await call.result {
        case .success(let status): #expect(status == 200)
        case .failure(let error): #expect(error is CancellationError)
        }
        await cache.refreshes.settle()
        #expect(coalescing.flightCount == 0)
        #expect(limiting.limiter.counts == (0, 0))
        // Of the calls for `x`, none is left out, and none but those that were cancelled asked for more.
        #expect(await cache.entries(below: URL(string: "https://a.example/x")).count == 1)
        switch stored {
        case .fresh: #expect(requests.count == 1)
        case .staleWhileRefreshed: #expect(requests.count == 3)
        case .nothing, .stale: #expect(requests.count >= 3)
        }
        #expect(try await coalescing.send(.get, "x").stored != nil)
    }
}

extension CallEvent {
    /// Whether the call waits from now on, or has ended.
    fileprivate var isWait: Bool {
        switch step {
        case .queued, .ended, .decided: true
        default: false
        }
    }
}
