import Testing

@testable import EndpointTesting

@Suite(.timeLimit(.minutes(10))) struct LoopbackSocketTests {
    @Test func `a broken connection is an error and not a signal`() throws {
        let (one, other) = try makePair()
        other.close()
        #expect(!one.transmit(Data("a".utf8)))
        #expect(!one.transmit(Data("a".utf8)))
        var buffer = [UInt8](repeating: 0, count: 1)
        #expect(one.receive(into: &buffer) == 0)
        one.close()
    }

    @Test func `a system call that a signal interrupts is repeated`() {
        var results = [-1, -1, 5]
        let result = SystemCall.retryingInterrupted { () -> Int in
            errno = EINTR
            return results.removeFirst()
        }
        #expect(result == 5)
    }

    @Test func `a system call that fails isn't repeated`() {
        let result = SystemCall.retryingInterrupted { () -> Int in
            errno = ECONNRESET
            return -1
        }
        #expect(result == -1)
    }

    @Test func `signals in the middle of a large send lose no byte`() throws {
        letSignalsInterrupt()
        let (one, other) = try makePair()
        let body = (0..<200).reduce(into: Data()) { $0 += Data(repeating: $1, count: 40_000) }
        let sender = Locked<pthread_t?>(nil)
        let isSent = Locked(false)
        Thread.start {
            unblockSignal()
            sender.withLock { $0 = pthread_self() }
            let isWhole = one.transmit(body)
            isSent.withLock { $0 = isWhole }
            sender.withLock { $0 = nil }
            one.close()
        }
        var received = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = other.receive(into: &buffer), count > 0 {
            received += buffer[..<count]
            sender.withLock { if let thread = $0 { _ = pthread_kill(thread, SIGUSR2) } }
        }
        #expect(isSent.withLock { $0 })
        let isSame = received == body
        #expect(isSame, "\(received.count) of \(body.count) bytes")
        other.close()
    }

    @Test func `a socket is disconnected only after the peer has closed and all bytes are read`() throws {
        let (one, other) = try makePair()
        #expect(!one.isDisconnected)
        #expect(other.transmit(Data("a".utf8)))
        #expect(!one.isDisconnected)
        other.shutDown()
        #expect(!one.isDisconnected)
        one.drain()
        #expect(one.isDisconnected)
        one.close()
        other.close()
    }

    /// Lets SIGUSR2 interrupt system calls, which are restarted by default.
    private func letSignalsInterrupt() {
        signal(SIGUSR2) { _ in }
        var action = sigaction()
        sigaction(SIGUSR2, nil, &action)
        action.sa_flags &= ~SA_RESTART
        sigaction(SIGUSR2, &action, nil)
    }

    /// Unblocks SIGUSR2, which is blocked in threads that a thread of Dispatch has started.
    private func unblockSignal() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGUSR2)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    private func makePair() throws -> (LoopbackSocket, LoopbackSocket) {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, SocketPlatform.stream, 0, &ends) == 0)
        ends.forEach(SocketPlatform.prepare)
        return (LoopbackSocket(descriptor: ends[0]), LoopbackSocket(descriptor: ends[1]))
    }
}
