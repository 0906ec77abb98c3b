import EndpointTesting
import Testing

@testable import EndpointClient

@Suite struct DataTaskHandlerTests {
    @Test func `an exchange that timed out before its task starts isn't sent`() async throws {
        let clock = TestClock()
        let exchange = try Exchange.sample(limit: .seconds(1), clock: clock)
        let (tasks, ends) = (Tally(), Tally())
        let handler = DataTaskHandler(exchange, mayFindConnection: false, control: DispatchQueue(label: "test")) {
            #expect(!$0)
            ends.add()
        }
        let error = await #expect(throws: URLError.self) {
            try await exchange.response {
                clock.advance(by: .seconds(1))
                handler.start { _, urlRequest in
                    tasks.add()
                    return URLSession.shared.dataTask(with: urlRequest)
                }
            }
        }
        #expect(error?.code == .timedOut)
        try await ends.reached(1)
        #expect(tasks.count == 0)
    }
}
