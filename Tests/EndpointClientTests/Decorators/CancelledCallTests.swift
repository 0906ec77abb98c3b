import TestSupport
import Testing

@testable import EndpointClient
@testable import EndpointCore
@testable import EndpointTesting

/// A call through everything that shares or queues calls, cancelled at each of its events in turn.
@Suite(.timeLimit(.minutes(5))) struct CancelledCallTests {
    private let clock = TestClock()
    /// The first request of `busy` ends when this is added to.
    private let release = Tally()
    private let busy = Tally()
    private let failed = Tally()

    private var server: MockClient {
        MockClient { [release, busy, failed] request in
            if request.urlRequest.url?.path == "busy" {
                busy.add()
                try await release.reached(1)
                return try .answer(200, to: request)
            }
            await Task.yield()
            return try .answer(failed.add() == 1 ? 503 : 200, to: request)
        }
    }

    @Test(arguments: 1...12)
    func `a call that is cancelled at an event harms no other call and keeps no place`(event number: Int) async throws {
        let limiting = try #require(server.limiting(.concurrent(1), time: clock.time) as? LimitingClient)
        let coalescing = try #require(limiting.retryingAtOnce().coalescing() as? CoalescingClient)
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
        #expect(coalescing.flightCount == 0)
        #expect(limiting.limiter.counts == (0, 0))
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
