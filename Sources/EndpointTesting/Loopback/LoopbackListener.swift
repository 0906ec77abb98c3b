/// A listening socket on 127.0.0.1 with the thread that accepts its connections.
final class LoopbackListener: Sendable {
    let port: UInt16

    let descriptor: Int32
    private let alarm: WakeupPipe
    private let thread = DispatchGroup()

    /// Listens, but accepts nothing before `start`.
    init(port: UInt16) throws(LoopbackError) {
        descriptor = socket(AF_INET, Platform.stream, 0)
        do throws(LoopbackError) {
            guard descriptor >= 0 else { throw LoopbackError(port: port, code: errno) }
            self.port = try Self.open(descriptor, port: port)
            alarm = try WakeupPipe(port: port)
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Gives every connection to `accepted`, on the listener's own thread.
    func start(_ accepted: @escaping @Sendable (LoopbackSocket) -> Void) {
        thread.enter()
        Thread.start { [self] in
            while alarm.waits(for: descriptor) { acceptAll(accepted) }
            shutdown(descriptor, Int32(SHUT_RDWR))  // A child process that was just begun may have a copy.
            close(descriptor)
            alarm.release()
            thread.leave()
        }
    }

    /// Returns when the port is free again. It does not matter how often it is called.
    func stop() {
        alarm.ring()
        thread.wait()
    }

    private func acceptAll(_ accepted: (LoopbackSocket) -> Void) {
        while true {
            let descriptor = LoopbackSocket.repeating { accept(self.descriptor, nil, nil) }
            guard descriptor >= 0 else { return waitIfFull() }
            Platform.prepare(descriptor)
            Platform.setBlocking(true, descriptor)
            accepted(LoopbackSocket(descriptor: descriptor))
        }
    }

    /// Out of descriptors, the listener stays readable: without a pause its thread would spin.
    private func waitIfFull() {
        if errno == EMFILE || errno == ENFILE { alarm.pause(milliseconds: 10) }
    }

    /// Returns the port that it got.
    private static func open(_ descriptor: Int32, port: UInt16) throws(LoopbackError) -> UInt16 {
        Platform.prepare(descriptor)
        Platform.setBlocking(false, descriptor)
        LoopbackSocket(descriptor: descriptor).setOption(SOL_SOCKET, SO_REUSEADDR, Int32(1))
        guard let bound = Platform.bind(descriptor, to: port), listen(descriptor, SOMAXCONN) == 0 else {
            throw LoopbackError(port: port, code: errno)
        }
        return bound
    }
}

/// Wakes a thread that waits for a descriptor, once and for all: a pipe into which a byte is written that nobody reads.
struct WakeupPipe: Sendable {
    private let reading: Int32
    let writing: Locked<Int32?>

    init(port: UInt16) throws(LoopbackError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw LoopbackError(port: port, code: errno) }
        ends.forEach(Platform.prepare)
        reading = ends[0]
        writing = Locked(ends[1])
    }

    /// Ends every `waits` and `pause`, now and later.
    func ring() {
        writing.withLock { writing in
            guard let descriptor = writing else { return }
            _ = write(descriptor, [1], 1)  // To close it is not enough while a child process has a copy.
            close(descriptor)
            writing = nil
        }
    }

    /// Waits until the descriptor can be read; false if the alarm rang.
    func waits(for descriptor: Int32) -> Bool {
        var both = [pollfd(fd: reading, events: Int16(POLLIN), revents: 0)]
        both.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        _ = LoopbackSocket.repeating { poll(&both, 2, -1) }
        return both[0].revents == 0
    }

    /// Waits for the time given, or until the alarm rings.
    func pause(milliseconds: Int32) {
        var one = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        _ = poll(&one, 1, milliseconds)
    }

    /// To be called once, when nobody waits any more.
    func release() {
        close(reading)
    }
}
