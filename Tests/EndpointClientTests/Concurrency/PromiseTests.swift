import Testing

@testable import EndpointClient

@Suite struct PromiseTests {
    @Test func `the first result of a promise counts`() async throws {
        let promise = Promise<Int>()
        promise.resolve(.success(1))
        promise.resolve(.success(2))
        let value = try await promise.value { Issue.record("must not start") }
        #expect(value == 1)
    }

    @Test func `a task that waits for a promise gets the result`() async throws {
        let promise = Promise<Int>()
        let value = try await promise.value {
            #expect(promise.isAwaited)
            promise.resolve(.success(3))
        }
        #expect(value == 3)
        #expect(!promise.isAwaited)
    }

    @Test func `a promise can have a failure as its result`() async {
        let promise = Promise<Int>()
        promise.resolve(.failure(CancellationError()))
        await #expect(throws: CancellationError.self) { try await promise.value {} }
    }
}
