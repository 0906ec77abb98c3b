/// A client that keeps what the decorators around it learn about its servers.
///
/// `client.standard` and the other modifiers make a new decorator each time. If the innermost client conforms, all of them share its
/// retry budgets and circuit breakers, also those of stacks that are made for a single call. Around any other client each decorator
/// begins anew: make the stack once, and keep it. A client conforms by a `let health = ServerHealth()`.
public protocol HealthTrackingClient: APIClient {
    /// Made once, together with the client. Copies of the client share it.
    var health: ServerHealth { get }
}

/// What decorators have learned about the servers of a client: retry budgets and circuit breakers.
public final class ServerHealth: Sendable {
    /// What distinguishes the states that are not shared.
    private struct Key<Rules: Hashable & Sendable>: Hashable, Sendable {
        let rules: Rules
        let baseOrigin: Origin?
    }

    private struct State {
        var budgets: [Key<RetryBudget>: Locked<PerOrigin<RetryBudget>>] = [:]
        var breakers: [Key<CircuitBreakerPolicy>: Locked<PerOrigin<CircuitBreaker>>] = [:]
    }

    private let state = Locked(State())

    /// Nothing is known yet.
    public init() {}

    /// The budgets of all origins that began with this one.
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

extension [any APIClient] {
    /// What the outermost client that keeps it knows about the servers; nothing if there is none.
    var health: ServerHealth {
        lazy.compactMap { $0 as? any HealthTrackingClient }.first?.health ?? ServerHealth()
    }
}
