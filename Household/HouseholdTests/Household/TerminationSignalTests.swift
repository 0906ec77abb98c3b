import EndpointTesting
import Testing

@testable import Household

@Suite(.timeLimit(.minutes(10))) struct TerminationSignalTests {
    @Test func `a body that gets no signal ends as it would alone`() async throws {
        try await TerminationSignal.cancelling {}
        await #expect(throws: URLError(.timedOut)) {
            try await TerminationSignal.cancelling { throw URLError(.timedOut) }
        }
    }

    @Test func `a body is cancelled with the task around it`() async throws {
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        let running = Task {
            try await TerminationSignal.cancelling {
                start.yield()
                await TerminationSignal.wait()
                try Task.checkCancellation()
            }
        }
        for await _ in starts { break }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
    }
}
