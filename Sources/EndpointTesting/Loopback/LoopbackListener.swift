/// A listening socket on 127.0.0.1 and the thread that accepts its connections.
final class LoopbackListener: Sendable {
    let port: UInt16

    let descriptor: Int32
    private let wakeup: WakeupPipe
    private let thread = DispatchGroup()

    /// Opens the port. Connections are accepted after `start`.
    init(port: UInt16) throws(LoopbackError) {
        descriptor = socket(AF_INET, SocketPlatform.stream, 0)
        do throws(LoopbackError) {
            guard descriptor >= 0 else { throw LoopbackError(port: port, code: errno) }
            self.port = try Self.open(descriptor, port: port)
            wakeup = try WakeupPipe(port: port)
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Calls `accepted` with every connection, on the listener's own thread.
    func start(_ accepted: @escaping @Sendable (LoopbackSocket) -> Void) {
        thread.enter()
        Thread.start { [self] in
            while wakeup.waitUntilReadable(descriptor) { acceptAll(accepted) }
            shutdown(descriptor, Int32(SHUT_RDWR))  // A child process may have a copy of the descriptor.
            close(descriptor)
            wakeup.closeReadEnd()
            thread.leave()
        }
    }

    /// Returns when the port is free again. Further calls have no effect.
    func stop() {
        wakeup.signal()
        thread.wait()
    }

    private func acceptAll(_ accepted: (LoopbackSocket) -> Void) {
        while true {
            let descriptor = SystemCall.retryingInterrupted { accept(self.descriptor, nil, nil) }
            guard descriptor >= 0 else { return waitIfFull() }
            SocketPlatform.prepare(descriptor)
            SocketPlatform.setBlocking(true, descriptor)
            accepted(LoopbackSocket(descriptor: descriptor))
        }
    }

    /// Pauses when the process is out of descriptors. The listener stays readable then, so without a pause the thread
    /// would spin.
    private func waitIfFull() {
        if errno == EMFILE || errno == ENFILE { wakeup.pause(milliseconds: 10) }
    }

    /// Binds the socket, listens, and returns the port.
    private static func open(_ descriptor: Int32, port: UInt16) throws(LoopbackError) -> UInt16 {
        SocketPlatform.prepare(descriptor)
        SocketPlatform.setBlocking(false, descriptor)
        LoopbackSocket(descriptor: descriptor).setOption(SOL_SOCKET, SO_REUSEADDR, Int32(1))
        guard let bound = SocketPlatform.bind(descriptor, to: port), listen(descriptor, SOMAXCONN) == 0 else {
            throw LoopbackError(port: port, code: errno)
        }
        return bound
    }
}

/// Wakes a thread that waits for a descriptor. It is a pipe that holds one unread byte after `signal`, so that its read
/// end stays readable.
struct WakeupPipe: Sendable {
    private let readEnd: Int32
    /// Nil after `signal`.
    let writeEnd: Locked<Int32?>

    init(port: UInt16) throws(LoopbackError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw LoopbackError(port: port, code: errno) }
        ends.forEach(SocketPlatform.prepare)
        readEnd = ends[0]
        writeEnd = Locked(ends[1])
    }

    /// Ends every current and later wait and pause.
    func signal() {
        writeEnd.withLock { writeEnd in
            guard let descriptor = writeEnd else { return }
            _ = write(descriptor, [1], 1)  // Closing is not enough while a child process has a copy of the descriptor.
            close(descriptor)
            writeEnd = nil
        }
    }

    /// Blocks until the descriptor is readable or the pipe is signalled. False if it was signalled.
    func waitUntilReadable(_ descriptor: Int32) -> Bool {
        var both = [pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)]
        both.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        _ = SystemCall.retryingInterrupted { poll(&both, 2, -1) }
        return both[0].revents == 0
    }

    /// Blocks for the given time or until the pipe is signalled.
    func pause(milliseconds: Int32) {
        var one = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
        _ = poll(&one, 1, milliseconds)
    }

    /// Must be called once, after the last wait.
    func closeReadEnd() {
        close(readEnd)
    }
}
