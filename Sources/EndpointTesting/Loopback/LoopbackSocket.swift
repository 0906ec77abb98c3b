/// A connected TCP socket. Calls block, and are repeated when a signal interrupts them.
struct LoopbackSocket: Hashable, Sendable {
    let descriptor: Int32

    /// Waits for bytes and returns how many came; 0 if the other side has ended, or the connection is broken.
    func receive(into buffer: inout [UInt8]) -> Int {
        buffer.withUnsafeMutableBytes { bytes in
            max(0, Self.repeating { recv(descriptor, bytes.baseAddress, bytes.count, 0) })
        }
    }

    /// Sends all bytes. False if the connection is broken.
    func transmit(_ bytes: some ContiguousBytes) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
                let count = Self.repeating { send(descriptor, start, rest.count, Platform.noSignal) }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    /// Whether the other side has ended or broken the connection. Bytes that wait to be received say that it has not.
    var hasEnded: Bool {
        var byte: UInt8 = 0
        let count = Self.repeating { recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) }
        return count == 0 || (count < 0 && errno != EAGAIN)
    }

    /// Ends both directions, which wakes a thread that is blocked on this socket. The descriptor stays valid.
    func hangUp() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Ends this side, then receives and forgets until the other side has ended, too.
    /// Closing at once could destroy what was just sent, because unread input turns a close into a reset.
    func endGently() {
        shutdown(descriptor, Int32(SHUT_WR))
        drain()
    }

    /// Receives and forgets until the other side has ended.
    func drain() {
        var sink = [UInt8](repeating: 0, count: 65_536)
        while receive(into: &sink) > 0 {}
    }

    /// Closes the descriptor. The client sees an orderly end, even if it has sent bytes that nobody has read.
    func release() {
        var sink = [UInt8](repeating: 0, count: 4096)
        while recv(descriptor, &sink, sink.count, Int32(MSG_DONTWAIT)) == sink.count {}
        close(descriptor)
    }

    /// Closes the descriptor so that the client sees a reset.
    func reset() {
        setOption(SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
        close(descriptor)
    }

    /// Sends small answers at once instead of waiting for more.
    func disableDelay() {
        setOption(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
    }

    func setOption<Value: BitwiseCopyable>(_ level: Int32, _ name: Int32, _ value: Value) {
        withUnsafePointer(to: value) {
            _ = setsockopt(descriptor, level, name, $0, socklen_t(MemoryLayout<Value>.size))
        }
    }

    static func repeating<Result: SignedInteger>(_ call: () -> Result) -> Result {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}
