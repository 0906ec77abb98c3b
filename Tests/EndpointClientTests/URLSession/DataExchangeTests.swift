import EndpointTesting
import Testing

@testable import EndpointClient

@Suite struct DataTaskHandlerTests {
    @Test func `a call whose time is over when its turn comes is not sent`() async throws {
        let clock = TestClock()
        let watchdog = Watchdog(clock: clock) { _ in nil }
        var patience = ExchangeTimeouts(deadline: .seconds(1), idle: nil)
        patience.start(at: watchdog.now)
        clock.advance(by: .seconds(1))
        let base = BaseEnvironment(baseURL: try RefusedPort().url, headers: [:])
        let get = try URLRequest.get("x")
        let request = try RequestResolver(base).apply(to: APIRequest(get, for: RawEndpoint(get)))
        let exchange = DataTaskHandler(
            request, limit: 1, mayFindConnection: false, patience: patience, watchdog: watchdog,
            control: DispatchQueue(label: "test"))
        let tasks = Locked(0)
        let error = await #expect(throws: URLError.self) {
            try await exchange.perform { _, urlRequest in
                tasks.withLock { $0 += 1 }
                withUnsafeCurrentTask { $0?.cancel() }
                return URLSession.shared.dataTask(with: urlRequest)
            }
        }
        #expect(error?.code == .timedOut)
        #expect(tasks.withLock { $0 } == 0)
    }
}
