/// A client that sends nothing to an origin for a while if its attempts keep failing, by a `CircuitBreakerPolicy`.
struct CircuitBreakingClient: ClientDecorator {
    /// The client that sends the admitted requests.
    let upstream: any APIClient

    let baseOrigin: Origin?
    let breakers: Locked<PerOrigin<CircuitBreaker>>
    let time: TimeSource

    var order: LayerOrder? { .circuitBreaking }

    var traits: ClientTraits { inheritedTraits(waits: false) }

    /// - Throws: `BreakerOpenError` while the breaker of the origin is open; otherwise the error of the client.
    func send(_ request: APIRequest) async throws -> APIResponse {
        let (now, origin) = (time.now(), request.origin)
        switch breakers.withLock({ $0.update(origin) { $0.admit(at: now) } }) {
        case .reject(let until):
            let error = BreakerOpenError(host: (origin ?? baseOrigin)?.host ?? "The server", retryAfter: until - now)
            request.context.emit(.breakerRejected(for: error.retryAfter))
            throw error
        case .go(let permit):
            let result = await Result { try await upstream.send(request) }
            if case .success(var response) = result, case .stream(let stream) = response.body, !permit.isProbe {
                let uncounted = Locked(Optional(permit))
                let count = { @Sendable (outcome: AttemptOutcome) in
                    guard let permit = uncounted.withLock({ $0.take() }) else { return }
                    record(outcome, of: origin, with: permit, request.context)
                }
                response.body = .stream(
                    stream.observed { error in
                        let end = error is CancellationError ? result : error.map(Result.failure) ?? result
                        count(end.outcome)
                    } onChunk: { _ in
                        count(result.outcome)
                    })
                return response
            }
            record(result.outcome, of: origin, with: permit, request.context)
            return try result.get()
        }
    }

    private func record(
        _ outcome: AttemptOutcome, of origin: Origin?, with permit: CircuitBreaker.Permit, _ context: CallContext
    ) {
        let now = time.now()
        let draw = outcome == .failure ? time.fraction() : 0  // Only a failure opens a breaker.
        let (before, after) = breakers.withLock { breakers in
            breakers.update(origin) { breaker in
                let before = breaker.pause
                breaker.record(outcome, with: permit, at: now, random: draw)
                return (before, breaker.pause)
            }
        }
        switch (before, after) {
        case (_, let pause?) where pause != before: context.emit(.breakerOpened(for: pause))
        case (_?, nil): context.emit(.breakerClosed)
        default: break
        }
    }
}

extension APIClient {
    /// Wraps this client to stop sending to an origin that keeps failing: by default for 10 s after five failures in a
    /// row.
    ///
    /// A stream counts by the status of its head when its first bytes arrive, or when it ends without any. One that
    /// breaks off before its first byte is a failure; later errors don't count, because the server does respond. A
    /// probe of a half-open breaker counts by its head.
    ///
    /// Copies share the state of each origin, and so do all circuit breakers with the same policy around one client
    /// that stores its ``ClientTraits``, unless they have a time source of their own. Put it inside `retrying()`, so
    /// that every attempt counts.
    ///
    /// `time` measures the pauses and draws their jitter.
    public func circuitBreaking(
        _ policy: CircuitBreakerPolicy = .standard, time: TimeSource = .system
    ) -> some ClientDecorator {
        let traits = traits, origin = traits.baseOrigin
        // A breaker's times belong to its clock, so that only breakers with the system's can be shared.
        let health = time.isSystem ? traits.health : ServerHealth()
        return CircuitBreakingClient(
            upstream: self, baseOrigin: origin, breakers: health.breakers(policy.clamped, baseOrigin: origin),
            time: time)
    }
}
