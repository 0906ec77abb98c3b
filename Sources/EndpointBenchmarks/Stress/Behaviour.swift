import EndpointCore

/// What the server does about an exchange. The raw value is a part of the request's path.
enum Behaviour: String, CaseIterable, Sendable {
    case answer
    /// Answers after some milliseconds.
    case slow
    /// Answers piece by piece, in chunks.
    case drip
    case moved301 = "301"
    case moved302 = "302"
    case moved303 = "303"
    case moved307 = "307"
    case moved308 = "308"
    /// A 401 with a challenge for Basic.
    case challenge
    /// Answers, and closes a connection that the client means to keep.
    case abandon
    /// Closes without an answer, if the connection has been used before: the client has to send again, or to fail where it
    /// must not.
    case drop
    /// Closes in the middle of the answer's body.
    case cut
    /// Resets the connection in the middle of the answer's body.
    case cutAndReset
    /// Resets the connection instead of answering.
    case reset
    /// Closes the connection instead of answering.
    case silence
    /// Nobody listens where the request goes.
    case refuse
    /// Never answers; the client's patience ends, or the call is cancelled.
    case stall

    /// The status, if the server sends the client elsewhere.
    var redirect: Int? { Int(rawValue) }

    /// One of them: half are answered, one in two thousand stalls, and the rest come equally often.
    static func random(using random: inout SplitMix64) -> Behaviour {
        let chance = random.fraction()
        if chance < 0.0005 { return .stall }
        if chance < 0.5 { return .answer }
        return allCases.filter { $0 != .stall && $0 != .answer }.randomElement(using: &random) ?? .answer
    }
}
