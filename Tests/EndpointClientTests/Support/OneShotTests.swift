import Testing

@testable import EndpointClient

@Suite struct OneShotTests {
    @Test func `the first result counts`() async throws {
        let shot = OneShot<Int>()
        shot.give(.success(1))
        shot.give(.success(2))
        let value = try await shot.value { Issue.record("must not start") }
        #expect(value == 1)
    }

    @Test func `whoever waits is told`() async throws {
        let shot = OneShot<Int>()
        let value = try await shot.value {
            #expect(shot.isAwaited)
            shot.give(.success(3))
        }
        #expect(value == 3)
        #expect(!shot.isAwaited)
    }

    @Test func `a failure is a result`() async {
        let shot = OneShot<Int>()
        shot.give(.failure(CancellationError()))
        await #expect(throws: CancellationError.self) { try await shot.value {} }
    }
}
