import Testing

@testable import EndpointTesting

/// Between fork and exec, a child process has copies of all descriptors.
@Suite struct InheritedDescriptorTests {
    @Test func `a pipe can be signalled while a copy of its write end exists`() throws {
        let wakeup = try WakeupPipe(port: 0)
        let copy = dup(try #require(wakeup.writeEnd.withLock { $0 }))
        let null = open("/dev/null", O_RDONLY)  // It is always readable, so the test never blocks.
        defer { [copy, null].forEach { close($0) } }
        #expect(wakeup.waitUntilReadable(null))
        wakeup.signal()
        #expect(!wakeup.waitUntilReadable(null))
        wakeup.closeReadEnd()
    }

    @Test func `a stopped listener doesn't listen although a copy of its descriptor exists`() throws {
        let listener = try LoopbackListener(port: 0)
        let copy = dup(listener.descriptor)
        defer { close(copy) }
        listener.start { _ in }
        #expect(isListening(copy))
        listener.stop()
        #expect(!isListening(copy))
    }

    private func isListening(_ descriptor: Int32) -> Bool {
        var answer: Int32 = -1
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &answer, &size)
        return answer == 1
    }
}
