import EndpointTesting

/// One exchange of the run: everything about it follows from the seed and its number.
struct StressExchange: Sendable {
    let number: Int
    let behaviour: Behaviour

    /// What is posted, and how; nil for a GET.
    let body: (kind: StressBody, payload: Payload)?

    /// What the server answers.
    let answer: Payload

    /// When the call is cancelled, in seconds after its start; nil for never. Early moments come more often.
    let cancellation: Double?

    /// Whether it is called with a completion handler rather than awaited.
    let callsBack: Bool

    init(number: Int, seed: UInt64) {
        var random = SplitMix64(seed: seed &+ UInt64(number) &* 0xd134_2543_de82_ef95)
        self.number = number
        behaviour = .random(using: &random)
        answer = .random(using: &random)
        body =
            random.fraction() < 0.5
            ? nil
            : (StressBody.allCases.randomElement(using: &random) ?? .data, .random(using: &random))
        cancellation = random.fraction() < 0.5 ? nil : 0.03 * random.fraction() * random.fraction()
        callsBack = random.fraction() < 0.3
    }

    /// Where the request goes. The server reads there what it has to do.
    var path: Path {
        "\(behaviour.rawValue)/\(number)/\(answer.index)"
    }
}
