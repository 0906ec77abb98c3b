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
