import EndpointTesting

/// What the child process serves.
enum Service: String, CaseIterable, Sendable {
    /// Every request is answered with ``Book/reply``.
    case books
    /// Every request is answered with the length and the checksum of its body.
    case uploads
    /// Every request is answered as its path asks: see ``StressService``.
    case stress

    /// Starts it on any free port.
    func start() throws -> LoopbackServer {
        let options = LoopbackOptions(bodies: .checksummed, keepsRequests: false)
        switch self {
        case .books:
            return try .immediate(options: options) { _ in Book.reply }
        case .uploads:
            return try .immediate(options: options) { Receipt(of: $0).reply }
        case .stress:
            let service = StressService()
            return try .immediate(options: options) { service.reply(to: $0) }
        }
    }
}
