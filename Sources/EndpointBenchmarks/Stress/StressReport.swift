import EndpointTesting

/// What the server has seen.
struct StressReport: Codable, Sendable {
    var requests = 0

    /// Requests whose body was not the one that they announced.
    var damaged = 0

    var reply: LoopbackReply {
        .json(#"{"requests":\#(requests),"damaged":\#(damaged)}"#)
    }
}
