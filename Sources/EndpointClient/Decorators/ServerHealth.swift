/// The state of the servers of a client: retry budgets, circuit breakers, hedges and limits of calls.
///
/// `client.standard` and the other modifiers make a new decorator each time. Those around a client that stores its
/// ``ClientTraits`` share this, even in stacks that are made for a single call.
final class ServerHealth: Sendable {
    /// Distinguishes the states that are not shared.
    private struct Key<Rules: Hashable & Sendable>: Hashable, Sendable {
        let rules: Rules
        let baseOrigin: Origin?
    }

    private struct State {
        var budgets: [Key<RetryBudget>: Locked<PerOrigin<RetryBudget>>] = [:]
        var breakers: [Key<CircuitBreakerPolicy>: Locked<PerOrigin<CircuitBreaker>>] = [:]
        var hedges: [Key<HedgePolicy>: Locked<PerOrigin<HedgeState>>] = [:]
        var limiters: [Key<CallLimit>: CallLimiter] = [:]
    }

    private let state = Locked(State())

    /// The budgets of all origins that started with this one.
    func budgets(_ budget: RetryBudget, baseOrigin: Origin?) -> Locked<PerOrigin<RetryBudget>> {
        state.withLock { state in
            state.budgets[Key(rules: budget, baseOrigin: baseOrigin)]
                .orInsert(Locked(PerOrigin(budget, baseOrigin: baseOrigin)))
        }
    }

    /// The circuit breakers of all origins under this policy.
    func breakers(_ policy: CircuitBreakerPolicy, baseOrigin: Origin?) -> Locked<PerOrigin<CircuitBreaker>> {
        state.withLock { state in
            state.breakers[Key(rules: policy, baseOrigin: baseOrigin)]
                .orInsert(Locked(PerOrigin(CircuitBreaker(policy), baseOrigin: baseOrigin)))
        }
    }

    /// The calls and hedges of all origins under this policy.
    func hedges(_ policy: HedgePolicy, baseOrigin: Origin?) -> Locked<PerOrigin<HedgeState>> {
        state.withLock { state in
            state.hedges[Key(rules: policy, baseOrigin: baseOrigin)]
                .orInsert(Locked(PerOrigin(HedgeState(policy), baseOrigin: baseOrigin)))
        }
    }

    /// The limiter of all origins under this limit. The first one determines the time source, which is the system's.
    func limiter(_ limit: CallLimit, baseOrigin: Origin?, time: TimeSource) -> CallLimiter {
        state.withLock { state in
            state.limiters[Key(rules: limit, baseOrigin: baseOrigin)]
                .orInsert(CallLimiter(limit, baseOrigin: baseOrigin, time: time))
        }
    }
}

extension Optional {
    /// The value, or a new one that is stored.
    fileprivate mutating func orInsert(_ value: @autoclosure () -> Wrapped) -> Wrapped {
        if let self { return self }
        let value = value()
        self = value
        return value
    }
}
