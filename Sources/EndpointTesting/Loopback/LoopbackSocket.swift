/// A connected TCP socket. Its system calls block, and are repeated when a signal interrupts them.
struct LoopbackSocket: Hashable, Sendable {
    let descriptor: Int32

    /// Waits for bytes and returns their number; 0 if the other side has closed the connection or it is broken.
    func receive(into buffer: inout [UInt8]) -> Int {
        buffer.withUnsafeMutableBytes { bytes in
            max(0, SystemCall.retryingInterrupted { recv(descriptor, bytes.baseAddress, bytes.count, 0) })
        }
    }

    /// Sends all bytes. False if the connection is broken.
    func transmit(_ bytes: some ContiguousBytes) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
                let count = SystemCall.retryingInterrupted {
                    send(descriptor, start, rest.count, SocketPlatform.noSignal)
                }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    /// Whether the other side has closed the connection or it is broken. False while there are bytes to receive.
    var isDisconnected: Bool {
        var byte: UInt8 = 0
        let count = SystemCall.retryingInterrupted { recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) }
        return count == 0 || (count < 0 && errno != EAGAIN)
    }

    /// Shuts down both directions, which wakes a thread that is blocked on this socket. The descriptor stays valid.
    func shutDown() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Shuts down the sending direction, then discards input until the other side has closed, too.
    ///
    /// Unread input turns a close into a reset, and a reset could discard the response before the client has read it.
    func finishSending() {
        shutdown(descriptor, Int32(SHUT_WR))
        drain()
    }

    /// Receives and discards bytes until the other side has closed the connection.
    func drain() {
        var discarded = [UInt8](repeating: 0, count: 65_536)
        while receive(into: &discarded) > 0 {}
    }

    /// Closes the descriptor. Unread input is discarded first, because it would turn the close into a reset.
    func close() {
        var discarded = [UInt8](repeating: 0, count: 4096)
        while recv(descriptor, &discarded, discarded.count, Int32(MSG_DONTWAIT)) == discarded.count {}
        SocketPlatform.close(descriptor)
    }

    /// Closes the descriptor with a reset (RST).
    func reset() {
        setOption(SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
        SocketPlatform.close(descriptor)
    }

    /// Disables Nagle's algorithm, so that small responses are sent immediately.
    func disableDelay() {
        setOption(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
    }

    func setOption<Value: BitwiseCopyable>(_ level: Int32, _ name: Int32, _ value: Value) {
        withUnsafePointer(to: value) {
            _ = setsockopt(descriptor, level, name, $0, socklen_t(MemoryLayout<Value>.size))
        }
    }
}
