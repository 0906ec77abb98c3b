import EndpointTesting
import Testing

@testable import EndpointClient

@Suite struct DataTaskHandlerTests {
    @Test func `a call that has timed out before its task starts is not sent`() async throws {
        let clock = TestClock()
        let timer = DeadlineTimer(clock: clock) { _ in nil }
        var timeouts = ExchangeTimeouts(deadline: .seconds(1), idle: nil)
        timeouts.start(at: timer.now)
        clock.advance(by: .seconds(1))
        let base = BaseEnvironment(baseURL: try RefusedPort().url, headers: [:])
        let get = try URLRequest.get("x")
        let request = try RequestResolver(base).resolve(APIRequest(get, for: RawEndpoint(get)))
        let handler = DataTaskHandler(
            request, limit: 1, mayFindConnection: false, timeouts: timeouts, timer: timer,
            control: DispatchQueue(label: "test"))
        let tasks = Locked(0)
        let error = await #expect(throws: URLError.self) {
            try await handler.perform { _, urlRequest in
                tasks.withLock { $0 += 1 }
                withUnsafeCurrentTask { $0?.cancel() }
                return URLSession.shared.dataTask(with: urlRequest)
            }
        }
        #expect(error?.code == .timedOut)
        #expect(tasks.withLock { $0 } == 0)
    }
}
