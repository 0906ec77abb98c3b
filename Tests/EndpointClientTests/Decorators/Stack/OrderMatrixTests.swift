import EndpointTesting
import Testing

/// Proof 3: whatever the order of the decorators, a call is sent a bounded number of times, never after its deadline or after its caller
/// has left, never twice if that is not safe, and it ends.
@Suite struct OrderMatrixTests {
    private static let calls = isThorough ? 500 : 20

    @Test(.timeLimit(.minutes(10)), arguments: OrderedStack.orders.indices, [true, false])
    func `any order keeps its promises`(order: Int, isCareful: Bool) async throws {
        let stack = OrderedStack(seed: UInt64(order))
        let server = ErraticServer(stack.clock, stack.dice)
        let base: any APIClient = isCareful ? server.careful : server.careless
        let client = stack.around(base, OrderedStack.orders[order]).metering(clock: stack.clock) { event in
            if case .replaying = event.step { return }
            server.mayLeave(odds: 60)
        }
        for number in 0..<Self.calls {
            let method: HTTPMethod = number.isMultiple(of: 3) ? .post : .get
            let result = await outcome(of: client, method, server)
            let account = server.close()
            #expect(account.arrivals <= 6)
            #expect(account.late == 0)
            #expect(account.unwanted == 0)
            #expect(account.final <= 1 || method == .get)
            #expect(isRight(result, account))
            stack.clock.advance(by: .seconds(stack.dice.roll(30)))
        }
    }

    private func outcome(
        of client: some APIClient, _ method: HTTPMethod, _ server: ErraticServer
    ) async -> Result<APIResponse, any Error> {
        let begin = Tally()
        let call = Task {
            try await begin.reached(1)
            return try await client.send(method, "x")
        }
        server.open { call.cancel() }
        begin.add()
        return await call.result
    }

    /// Only a caller who has left is told of a cancellation.
    private func isRight(_ result: Result<APIResponse, any Error>, _ account: ErraticServer.Account) -> Bool {
        switch result {
        case .success: true
        case .failure(is CancellationError): account.hasLeft
        case .failure(let error): error is URLError || error is BreakerOpenError || error is CredentialError
        }
    }
}
