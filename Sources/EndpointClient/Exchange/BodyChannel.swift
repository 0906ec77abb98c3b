/// Passes the body of a response from a transport to the task that reads it, with a bounded number of bytes in between.
package final class BodyChannel: Sendable {
    private struct State {
        var chunk = Data()
        var end: Result<Void, any Error>?
        var waiters: [Promise<Void>] = []
        var isPaused = false
        var resume: (@Sendable () -> Void)?
        var whenEnded: (@Sendable () -> Void)?
    }

    private enum Step {
        case chunk(Data, resume: (@Sendable () -> Void)?)
        case end(Result<Void, any Error>)
        case wait(Promise<Void>)
    }

    /// How many bytes may wait before the transport pauses.
    package static let capacity = 256 << 10

    private let state = Locked(State())

    /// An empty channel.
    package init() {}

    /// Whether the transport has to wait until more has been read.
    var isPaused: Bool { state.withLock { $0.isPaused } }

    // The transport's side.

    /// Sets the closure that is called when the transport may continue after a pause.
    package func onResume(_ resume: @escaping @Sendable () -> Void) {
        state.withLock { $0.resume = resume }
    }

    /// Adds bytes; those that come after the end are dropped. Returns false, without adding them, if the channel is
    /// full and the transport has to pause.
    package func offer(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let waiters: [Promise<Void>]? = state.withLock { state in
            guard state.end == nil else { return [] }
            guard state.chunk.count < Self.capacity else {
                state.isPaused = true
                return nil
            }
            state.chunk.append(contentsOf: bytes)
            return state.waiters.takeAll()
        }
        waiters?.resolveAll()
        return waiters != nil
    }

    /// Adds bytes even if the channel is full. Those after the end, from a transport that is slow to stop, are dropped.
    /// Returns how many wait now, and whether the transport has to pause.
    package func add(_ bytes: Data) -> (waiting: Int, pauses: Bool) {
        let (waiters, waiting, pauses) = state.withLock { state -> ([Promise<Void>], Int, Bool) in
            guard state.end == nil else { return ([], 0, false) }
            if state.chunk.isEmpty { state.chunk = bytes } else { state.chunk.append(bytes) }
            let pauses = !state.isPaused && state.chunk.count >= Self.capacity
            if pauses { state.isPaused = true }
            return (state.waiters.takeAll(), state.chunk.count, pauses)
        }
        waiters.resolveAll()
        return (waiting, pauses)
    }

    /// The body has ended, or will not be read to its end. Only the first call has an effect.
    package func end(_ result: Result<Void, any Error>) {
        let (waiters, whenEnded) = state.withLock { state -> ([Promise<Void>], (@Sendable () -> Void)?) in
            guard state.end == nil else { return ([], nil) }
            (state.end, state.resume) = (result, nil)
            return (state.waiters.takeAll(), state.whenEnded.take())
        }
        waiters.resolveAll()
        whenEnded?()
    }

    // The reader's side.

    /// Sets the closure that is called when the body has ended; immediately if it already has.
    package func whenEnded(_ action: @escaping @Sendable () -> Void) {
        let hasEnded = state.withLock { state in
            if state.end == nil { state.whenEnded = action }
            return state.end != nil
        }
        if hasEnded { action() }
    }

    /// All bytes that wait; nil at the end. An error is thrown once.
    package func next() async throws -> Data? {
        while true {
            switch step() {
            case .chunk(let data, let resume):
                resume?()
                return data
            case .end(let result):
                try result.get()
                return nil
            case .wait(let promise): try await promise.value {}
            }
        }
    }

    private func step() -> Step {
        state.withLock { state in
            if !state.chunk.isEmpty {
                defer { (state.chunk, state.isPaused) = (Data(), false) }
                return .chunk(state.chunk, resume: state.isPaused ? state.resume : nil)
            }
            if let end = state.end {
                state.end = .success(())
                return .end(end)
            }
            let promise = Promise<Void>()
            state.waiters.append(promise)
            return .wait(promise)
        }
    }
}

/// The reader of a channel. The exchange ends when it is cancelled or deallocated.
final class BodyReading: Sendable {
    private let exchange: Exchange
    private let channel: BodyChannel

    init(_ exchange: Exchange, _ channel: BodyChannel) {
        (self.exchange, self.channel) = (exchange, channel)
    }

    deinit {
        exchange.fail(CancellationError())
    }

    func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try await channel.next()
        } onCancel: {
            exchange.fail(CancellationError())
        }
    }
}

extension [Promise<Void>] {
    fileprivate mutating func takeAll() -> [Promise<Void>] {
        defer { self = [] }
        return self
    }

    fileprivate func resolveAll() {
        for promise in self { promise.resolve(.success(())) }
    }
}
