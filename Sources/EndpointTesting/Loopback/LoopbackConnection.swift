/// An accepted connection. It belongs to one thread; others may only hang it up.
final class LoopbackConnection: Sendable {
    /// The serial number.
    let number: Int
    let socket: LoopbackSocket

    private let state = Locked(State())
    private static let watchQueue = DispatchQueue(label: "LoopbackServer.DisconnectMonitor")

    init(number: Int, socket: LoopbackSocket) {
        self.number = number
        self.socket = socket
    }

    /// Makes the thread give up whatever it does. For any thread, at any time.
    func hangUp() {
        let giveUp = state.withLock { state in
            if state.isOpen { socket.hangUp() }
            state.isHungUp = true
            return state.giveUp
        }
        giveUp?()
    }

    /// Closes the descriptor, which from then on may be someone else's.
    func close(resetting: Bool = false) {
        state.withLock { state in
            state.isOpen = false
            if resetting { socket.reset() } else { socket.release() }
        }
    }

    /// Blocks the thread until the operation has an answer. Nil if the client closed its side or the server stopped;
    /// then the operation is cancelled, and nobody waits for it.
    func wait<Value: Sendable>(for operation: @escaping @Sendable () async -> Value) -> Value? {
        let pending = BlockingPromise<Value>()
        onHangup { pending.resolve(nil) }
        let task = Task { pending.resolve(await operation()) }
        defer {
            onHangup(nil)
            task.cancel()
        }
        // Most answers come at once, and are not worth the price of a watch.
        if pending.comes(within: .milliseconds(10)) { return pending.wait() }
        let watch = DisconnectMonitor(socket, queue: Self.watchQueue) { pending.resolve(nil) }
        defer { watch.stop() }
        return pending.wait()
    }

    private func onHangup(_ giveUp: (@Sendable () -> Void)?) {
        let isHungUp = state.withLock { state in
            state.giveUp = giveUp
            return state.isHungUp
        }
        if isHungUp { giveUp?() }
    }

    private struct State {
        var isOpen = true
        var isHungUp = false
        var giveUp: (@Sendable () -> Void)?
    }
}

/// Tells once if the client closes its side of the connection, while the connection's own thread waits for something else.
///
/// A client that sends more instead is there: from then on the watch is blind.
struct DisconnectMonitor {
    private let source: any DispatchSourceRead
    private let end = DispatchSemaphore(value: 0)

    init(_ socket: LoopbackSocket, queue: DispatchQueue, onHangup: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue)
        source.setEventHandler { [source] in
            if socket.hasEnded { onHangup() }
            source.cancel()
        }
        source.setCancelHandler { [end] in end.signal() }
        source.activate()
    }

    /// Returns when the descriptor is no longer watched. It may be closed then, and not earlier.
    func stop() {
        source.cancel()
        end.wait()
    }
}

/// A value that a thread waits for, blocked, while a task finds it. The first one counts, and nil means: give up.
final class BlockingPromise<Value: Sendable>: Sendable {
    private let resolution = Locked<Value??>(nil)
    private let isResolved = DispatchSemaphore(value: 0)

    func resolve(_ value: Value?) {
        let isFirst = resolution.withLock { resolution in
            if resolution != nil { return false }
            resolution = .some(value)
            return true
        }
        if isFirst { isResolved.signal() }
    }

    /// Whether it came in time; only then `wait` returns at once.
    func comes(within time: DispatchTimeInterval) -> Bool {
        guard isResolved.wait(timeout: .now() + time) == .success else { return false }
        isResolved.signal()
        return true
    }

    /// Blocks until there is a resolution.
    func wait() -> Value? {
        isResolved.wait()
        return resolution.withLock { $0 } ?? nil
    }
}
