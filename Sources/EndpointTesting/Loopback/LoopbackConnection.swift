/// An accepted connection. Only its own thread uses it; other threads may only disconnect it.
final class LoopbackConnection: Sendable {
    /// The number of the connection, from 1.
    let number: Int
    let socket: LoopbackSocket

    private let state = Locked(State())
    private static let monitorQueue = DispatchQueue(label: "LoopbackServer.DisconnectMonitor")

    init(number: Int, socket: LoopbackSocket) {
        self.number = number
        self.socket = socket
    }

    /// Makes the connection's thread stop waiting and close the connection. May be called from any thread at any time.
    func disconnect() {
        let onDisconnect = state.withLock { state in
            if state.isOpen { socket.shutDown() }
            state.isDisconnected = true
            return state.onDisconnect
        }
        onDisconnect?()
    }

    /// Closes the descriptor. Afterwards the system may reuse its number.
    func close(resetting: Bool = false) {
        state.withLock { state in
            state.isOpen = false
            if resetting { socket.reset() } else { socket.close() }
        }
    }

    /// Blocks the thread until the operation has a result.
    ///
    /// Returns nil if the client closed its side or the server stopped. The operation is cancelled then, and its result
    /// is dropped.
    func wait<Value: Sendable>(for operation: @escaping @Sendable () async -> Value) -> Value? {
        let promise = BlockingPromise<Value>()
        onDisconnect { promise.resolve(nil) }
        let task = Task { promise.resolve(await operation()) }
        defer {
            onDisconnect(nil)
            task.cancel()
        }
        // Most results are available immediately. A monitor for them would cost more than the operation.
        if promise.isResolved(within: .milliseconds(10)) { return promise.wait() }
        let monitor = DisconnectMonitor(socket, queue: Self.monitorQueue) { promise.resolve(nil) }
        defer { monitor.stop() }
        return promise.wait()
    }

    /// Sets the function to call on a disconnect, and calls it if the connection is already disconnected.
    func onDisconnect(_ action: (@Sendable () -> Void)?) {
        let isDisconnected = state.withLock { state in
            state.onDisconnect = action
            return state.isDisconnected
        }
        if isDisconnected { action?() }
    }

    private struct State {
        var isOpen = true
        var isDisconnected = false
        var onDisconnect: (@Sendable () -> Void)?
    }
}

/// Calls a function once if the client closes its side of the connection, while the connection's own thread waits for
/// something else.
///
/// The monitor ends at the first event of the socket. If that is incoming data, a later disconnect is not detected.
struct DisconnectMonitor {
    private let source: any DispatchSourceRead
    private let cancelled = DispatchSemaphore(value: 0)

    init(_ socket: LoopbackSocket, queue: DispatchQueue, onDisconnect: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue)
        source.setEventHandler { [source] in
            if socket.isDisconnected { onDisconnect() }
            source.cancel()
        }
        source.setCancelHandler { [cancelled] in cancelled.signal() }
        source.activate()
    }

    /// Returns when the descriptor is no longer monitored. It must not be closed earlier.
    func stop() {
        source.cancel()
        cancelled.wait()
    }
}

/// A value that a task computes while a thread is blocked and waits for it. Only the first resolution counts; nil means
/// that there is no value.
final class BlockingPromise<Value: Sendable>: Sendable {
    private let resolution = Locked<Value??>(nil)
    private let resolved = DispatchSemaphore(value: 0)

    func resolve(_ value: Value?) {
        let isFirst = resolution.withLock { resolution in
            if resolution != nil { return false }
            resolution = .some(value)
            return true
        }
        if isFirst { resolved.signal() }
    }

    /// Blocks for at most this time. If the result is true, `wait` returns immediately.
    func isResolved(within time: DispatchTimeInterval) -> Bool {
        guard resolved.wait(timeout: .now() + time) == .success else { return false }
        resolved.signal()
        return true
    }

    /// Blocks until the promise is resolved. May be called once.
    func wait() -> Value? {
        resolved.wait()
        return resolution.withLock { $0 } ?? nil
    }
}
