/// A client that performs one exchange for all equal calls at the same time.
struct CoalescingClient: ClientDecorator {
    /// A call that waits for the result of a flight.
    private struct Caller: Sendable {
        let context: CallContext
        let result: Promise<APIResponse>
        let hasLeft: Locked<Bool>
    }

    private typealias Flights = CoalescedFlights<CoalescingKey, Caller>

    private struct State {
        var flights = Flights()
        var tasks: [Int64: Task<Void, Never>] = [:]
    }

    /// The reason for which a call leaves a flight and sends its own request.
    private struct OtherCredential: Error {}

    /// The client that performs the exchanges.
    let upstream: any APIClient

    private let sentHeaders: @Sendable () -> HeaderFields
    private let time: TimeSource
    private let state = Locked(State())

    init(_ upstream: any APIClient) {
        let traits = upstream.traits
        (self.upstream, sentHeaders, time) = (upstream, traits.sentHeaders, traits.time)
    }

    var order: LayerOrder? { .coalescing }

    var traits: ClientTraits { inheritedTraits(waits: false) }

    /// The number of flights that calls wait for.
    var flightCount: Int { state.withLock { $0.flights.count } }

    /// - Throws: the error of the flight; `CancellationError` or `URLError.timedOut` when this call was cancelled or
    ///   its deadline has passed.
    func send(_ request: APIRequest) async throws -> APIResponse {
        // A refresh that joined a call which waits for it would never end.
        guard !CredentialRefresher.isRefreshing, let key = CoalescingKey(request, credential: sentHeaders()) else {
            return try await upstream.send(request)
        }
        try Task.checkCancellation()
        try request.context.checkDeadline()
        let race = Race(until: request.context.deadline, on: time), hasLeft = Locked(false)
        var context = request.context
        context.mute { hasLeft.withLock { $0 } }
        context.observe { race.observe($0) }
        let caller = Caller(context: context, result: Promise(), hasLeft: hasLeft)
        let (seat, begins) = state.withLock { state in
            let (seat, begins) = state.flights.join(key, caller)
            if begins { state.tasks[seat.flight] = flight(seat.flight, key, for: request) }
            return (seat, begins)
        }
        if !begins { request.context.emit(.decided(name: "coalesced")) }
        race.start { leave(seat, caller, because: $0) }
        defer { race.stop() }
        do {
            return try await withTaskCancellationHandler {
                try await caller.result.value {}
            } onCancel: {
                leave(seat, caller, because: CancellationError())
            }
        } catch is OtherCredential {
            try Task.checkCancellation()
            return try await upstream.send(request)
        }
    }

    /// Starts the exchange for all calls of a flight, with the latest of their deadlines.
    ///
    /// The steps of work that continues after it, such as the refresh of a stale response, are reported to the calls
    /// that have its result.
    private func flight(_ flight: Int64, _ key: CoalescingKey, for request: APIRequest) -> Task<Void, Never> {
        var shared = request
        let answered = Locked<[Caller]?>(nil)
        shared.context = request.context.shared { [state] in
            let callers = state.withLock { state in
                answered.withLock { $0 } ?? state.flights.callers(of: flight)
            }
            return callers.map(\.context)
        }
        shared.context.observe { if case .headers(let headers) = $0 { checkCredential(flight, key, headers) } }
        return Task { [shared] in
            let result = await Result {
                try Task.checkCancellation()
                return try await upstream.send(shared)
            }
            let callers = state.withLock { state in
                state.tasks[flight] = nil
                let callers = state.flights.end(flight)
                answered.withLock { $0 = callers }
                return callers
            }
            for caller in callers { caller.result.resolve(result.copy(for: caller.context)) }
        }
    }

    /// The request of a flight is sent. If the credential has changed since its calls began, no other call joins it. If
    /// it has changed twice, the flight ends, because some of its calls have begun after that.
    private func checkCredential(_ flight: Int64, _ key: CoalescingKey, _ headers: HeaderFields) {
        let declared = sentHeaders()
        if key.isSent(with: headers, declared: declared) { return }
        let isCurrent = key.with(credential: declared).isSent(with: headers, declared: declared)
        let (callers, task) = state.withLock { state in
            state.flights.close(flight)
            return isCurrent ? ([], nil) : (state.flights.end(flight), state.tasks.removeValue(forKey: flight))
        }
        task?.cancel()
        for caller in callers { caller.result.resolve(.failure(OtherCredential())) }
    }

    /// Ends the wait of a call, and the flight if no other call waits for it.
    private func leave(_ seat: Flights.Seat, _ caller: Caller, because error: any Error) {
        let (departure, task) = state.withLock { state in
            let departure = state.flights.leave(seat)
            return (departure, departure == .last ? state.tasks.removeValue(forKey: seat.flight) : nil)
        }
        guard departure != .none else { return }
        caller.hasLeft.withLock { $0 = true }
        task?.cancel()
        caller.result.resolve(.failure(error))
    }
}

extension Result<APIResponse, any Error> {
    /// This result for one of the calls that share it: no error object is shared, the endpoint of the call validates
    /// the response itself, and an error of the deadline names the limit of the call.
    fileprivate func copy(for context: CallContext) -> Self {
        map(\.unjudged).mapError { error in
            guard let error = error as? URLError else { return error }
            let copy = URLError(error.code, info: error.errorUserInfo)
            guard error.code == .timedOut, context.isLate, let deadline = context.deadline else { return copy }
            let own = deadline.error.reporting(CallFailure(error).retries)
            return error.failureOrigin.map { own.attributed(to: $0) } ?? own
        }
    }
}

extension APIClient {
    /// Wraps this client to perform one exchange for all calls that ask the same at the same time: each gets the
    /// response or the error.
    ///
    /// Calls are equal if they have the same method, `GET` or `HEAD`, the same URL, type of endpoint, credential and
    /// headers, except those that differ in each call, such as `traceparent` and `X-Request-Id`. A request with a body,
    /// a stream and a download have an exchange of their own, and so have the requests of a credential's refresh.
    ///
    /// Each call keeps its own deadline and its own cancellation. The exchange ends when the last call has left, and
    /// its deadline is the latest of those of its calls; a call that begins after that starts another exchange. Each
    /// endpoint reads the response itself. A call that joins an exchange has an event, `CallStep.decided(name:fields:)`
    /// with the name `coalesced`, and from then on those of the exchange, whose trace is that of the first call.
    ///
    /// The credential is that of the client when the call begins, ``ClientTraits/sentHeaders``. If the exchange is sent
    /// with a later one, no other call joins it. For a closure that returns a different credential to each of several
    /// concurrent callers, make a client for each of them.
    ///
    /// Copies share their exchanges. Keep the client: two stacks don't share any. Put it outside caches and retries,
    /// inside the deadline of the call.
    public func coalescing() -> some ClientDecorator {
        CoalescingClient(self)
    }
}
