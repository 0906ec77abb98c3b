/// A result that one caller waits for and that is given once: the first result counts, later ones are dropped.
package final class Promise<Value: Sendable>: Sendable {
    private enum State {
        case expected
        case waiting(UnsafeContinuation<Value, any Error>)
        case given(Result<Value, any Error>)
        case taken
    }

    private let state = Locked(State.expected)

    package init() {}

    /// Waits for the result. `onceWaiting` runs when a result can no longer be missed; it isn't run when there is one already.
    package func value(onceWaiting start: () -> Void) async throws -> Value {
        try await withUnsafeThrowingContinuation { continuation in
            guard let given = wait(continuation) else { return start() }
            continuation.resume(with: given)
        }
    }

    /// Gives the result, unless one has been given.
    package func resolve(_ result: Result<Value, any Error>) {
        let continuation: UnsafeContinuation<Value, any Error>? = state.withLock { state in
            switch state {
            case .expected:
                state = .given(result)
                return nil
            case .waiting(let continuation):
                state = .taken
                return continuation
            case .given, .taken:
                return nil
            }
        }
        continuation?.resume(with: result)
    }

    /// Whether somebody waits and has got nothing yet.
    package var isAwaited: Bool {
        state.withLock { if case .waiting = $0 { true } else { false } }
    }

    private func wait(_ continuation: UnsafeContinuation<Value, any Error>) -> Result<Value, any Error>? {
        state.withLock { state in
            if case .given(let result) = state {
                state = .taken
                return result
            }
            state = .waiting(continuation)
            return nil
        }
    }
}

extension Result where Failure == any Error {
    /// What a closure returns or throws.
    init(catching body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
