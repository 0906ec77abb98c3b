import EndpointTesting

@testable import EndpointClient

extension HedgePolicy {
    /// Hedges every slow call.
    static func always(after delay: Duration) -> HedgePolicy {
        var policy = HedgePolicy(delay: delay)
        (policy.earned, policy.earnedWhileSlow) = (1, 1)
        return policy
    }
}

/// A server on a virtual clock that answers each request, by its number from 1, after a time.
final class PacedServer: APIClient {
    enum Reply {
        case status(Int, headers: HeaderFields = [:])
        case failure(any Error)
        case stream(BodyStream)
    }

    /// How many requests have arrived, and how many of them were cancelled.
    let requests = Tally(), cancelled = Tally()
    let traits = ClientTraits(enforcesDeadlines: true)
    private let received = Locked<[APIRequest]>([])
    private let clock: TestClock
    private let reply: @Sendable (Int) -> (after: Duration, Reply)

    init(_ clock: TestClock, _ reply: @escaping @Sendable (Int) -> (after: Duration, Reply)) {
        (self.clock, self.reply) = (clock, reply)
    }

    var all: [APIRequest] { received.withLock { $0 } }

    func send(_ request: APIRequest) async throws -> APIResponse {
        var context = request.context
        context.beginSend()
        defer { context.endSend() }
        received.withLock { $0.append(request) }
        let (time, reply) = reply(requests.add())
        do {
            try await clock.sleep(for: time)
        } catch {
            cancelled.add()
            throw error
        }
        switch reply {
        case .status(let status, let headers): return try .answer(status, headers: headers, to: request)
        case .failure(let error): throw error
        case .stream(let stream):
            var response = try APIResponse.answer(200, to: request)
            response.body = .stream(stream)
            return response
        }
    }
}
