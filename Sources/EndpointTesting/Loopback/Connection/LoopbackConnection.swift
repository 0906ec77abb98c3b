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
