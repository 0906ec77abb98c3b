import Testing

@testable import EndpointClient

@Suite struct PromiseTests {
    @Test func `the first result counts`() async throws {
        let shot = Promise<Int>()
        shot.resolve(.success(1))
        shot.resolve(.success(2))
        let value = try await shot.value { Issue.record("must not start") }
        #expect(value == 1)
    }

    @Test func `whoever waits is told`() async throws {
        let shot = Promise<Int>()
        let value = try await shot.value {
            #expect(shot.isAwaited)
            shot.resolve(.success(3))
        }
        #expect(value == 3)
        #expect(!shot.isAwaited)
    }

    @Test func `a failure is a result`() async {
        let shot = Promise<Int>()
        shot.resolve(.failure(CancellationError()))
        await #expect(throws: CancellationError.self) { try await shot.value {} }
    }
}
