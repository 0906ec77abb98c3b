import EndpointTesting
import Testing

@testable import EndpointClient

@Suite struct QueueLoadTests {
    private func load(of step: CallStep) throws -> QueueLoad {
        var request = try URLRequest(.post, "x")
        request.httpBody = Data(count: 7)
        let call = ObservedCall(1, APIRequest(request, for: RawEndpoint(request)), at: .zero) { _, _ in }
        return QueueLoad(CallEvent(call, elapsed: .zero, step: step))
    }

    @Test func `an end weighs what was sent and what came`() throws {
        let answer = APIResponse(http: response(200), body: .data(Data(count: 100)))
        let refusal = HTTPError(response(404), body: Data(count: 50))
        #expect(try load(of: .ended(.success(answer))) == QueueLoad(events: 1, bytes: 107))
        #expect(try load(of: .ended(.failure(refusal))) == QueueLoad(events: 1, bytes: 57))
        #expect(try load(of: .ended(.failure(URLError(.timedOut)))) == QueueLoad(events: 1, bytes: 7))
        #expect(try load(of: .began) == QueueLoad(events: 1))
    }

    @Test(arguments: [(3, 10, true), (4, 10, false), (3, 11, false), (0, 0, true)])
    func `fits by number and by bytes`(events: Int, bytes: Int, fits: Bool) {
        let load = QueueLoad(events: events, bytes: bytes)
        #expect(load.fits(into: QueueLoad(events: 3, bytes: 10)) == fits)
    }
}
