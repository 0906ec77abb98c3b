/// A result that one task waits for. The first call of ``resolve(_:)`` sets it; later ones have no effect.
package struct Promise<Value: Sendable>: Sendable {
    private enum State {
        case pending
        case awaited(UnsafeContinuation<Value, any Error>)
        case resolved(Result<Value, any Error>)
        case consumed
    }

    private let state = Locked(State.pending)

    package init() {}

    /// Waits for the result. `onceWaiting` is called when the wait has begun; it is not called if there is already a
    /// result.
    package func value(onceWaiting start: () -> Void) async throws -> Value {
        try await withUnsafeThrowingContinuation { continuation in
            guard let result = wait(continuation) else { return start() }
            continuation.resume(with: result)
        }
    }

    /// Sets the result, unless it is already set.
    package func resolve(_ result: Result<Value, any Error>) {
        let continuation: UnsafeContinuation<Value, any Error>? = state.withLock { state in
            switch state {
            case .pending:
                state = .resolved(result)
                return nil
            case .awaited(let continuation):
                state = .consumed
                return continuation
            case .resolved, .consumed:
                return nil
            }
        }
        continuation?.resume(with: result)
    }

    /// The result, if it is set and no task has waited for it.
    var ready: Result<Value, any Error>? {
        state.withLock { if case .resolved(let result) = $0 { result } else { nil } }
    }

    /// Whether a task waits for the result now.
    var isAwaited: Bool {
        state.withLock { if case .awaited = $0 { true } else { false } }
    }

    private func wait(_ continuation: UnsafeContinuation<Value, any Error>) -> Result<Value, any Error>? {
        state.withLock { state in
            if case .resolved(let result) = state {
                state = .consumed
                return result
            }
            state = .awaited(continuation)
            return nil
        }
    }
}

extension Result where Failure == any Error {
    /// The value that a closure returns, or the error that it throws.
    package init(catching body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
