import EndpointTesting

/// What a request's path asks of the server: `/behaviour/number/answer`.
struct StressTarget: Sendable {
    let behaviour: Behaviour
    let number: Int
    let answer: Payload

    init?(path: String) {
        let parts = path.split(separator: "/")
        guard parts.count == 3, let behaviour = Behaviour(rawValue: String(parts[0])), let number = Int(parts[1]),
            let index = Int(parts[2]), Payload.all.indices.contains(index)
        else { return nil }
        self.behaviour = behaviour
        self.number = number
        answer = Payload.all[index]
    }

    /// The bytes of the answer: they begin with the number, so that no two exchanges have the same, unless they are empty.
    static func answerBytes(number: Int, _ answer: Payload) -> Data {
        answer.data.isEmpty ? Data() : Data("\(number):".utf8) + answer.data
    }

    /// Where a redirect leads.
    var finalPath: String { "/\(Behaviour.answer.rawValue)/\(number)/\(answer.index)" }
}
