@testable import EndpointTesting
import Testing

/// A child process that is being started has copies of all descriptors for a moment.
@Suite struct InheritedDescriptorTests {
    @Test func `an alarm rings though there is a copy of its writing end`() throws {
        let alarm = try WakeupPipe(port: 0)
        let copy = dup(try #require(alarm.writing.withLock { $0 }))
        let null = open("/dev/null", O_RDONLY)  // It can always be read, so that nothing waits for long.
        defer { [copy, null].forEach { close($0) } }
        #expect(alarm.waits(for: null))
        alarm.ring()
        #expect(!alarm.waits(for: null))
        alarm.release()
    }

    @Test func `a listener that has stopped listens no more, though there is a copy of its descriptor`() throws {
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
