import EndpointTesting

/// The five decorators that end, repeat or refuse calls, around one server, in any order.
struct OrderedStack: Sendable {
    enum Layer: CaseIterable, Hashable {
        case callDeadline, retry, credential, breaker, attemptDeadline
    }

    /// All 120 orders, each outermost first.
    static let orders = permutations(Layer.allCases)

    let clock = TestClock()
    let dice: Dice
    private let credential: RefreshingCredential

    init(seed: UInt64) {
        let clock = clock, dice = Dice(seed: seed)
        self.dice = dice
        credential = RefreshingCredential(ExpiringCredential(.bearer("t")), clock: clock) { _ in
            if dice.roll(5) == 0 { throw URLError(.timedOut) }
            return ExpiringCredential(.bearer("t\(dice.roll(1000))"), expiresIn: .seconds(dice.roll(600)))
        }
    }

    func around(_ client: any APIClient, _ order: [Layer]) -> any APIClient {
        order.reversed().reduce(client) { wrap($0, in: $1) }
    }

    private func wrap(_ client: any APIClient, in layer: Layer) -> any APIClient {
        switch layer {
        case .callDeadline: client.timingOut(after: .seconds(60), clock: clock)
        case .retry:
            client.retrying(
                clock: LeapingClock(clock: clock), now: { Date(timeIntervalSince1970: 0) }, random: dice.fraction)
        case .credential: client.authorizing(with: credential)
        case .breaker: client.circuitBreaking(clock: clock, random: dice.fraction)
        case .attemptDeadline: client.timingOut(eachAttemptAfter: .seconds(20), clock: clock)
        }
    }

    private static func permutations(_ layers: [Layer]) -> [[Layer]] {
        guard layers.count > 1 else { return [layers] }
        return layers.flatMap { first in permutations(layers.filter { $0 != first }).map { [first] + $0 } }
    }
}
