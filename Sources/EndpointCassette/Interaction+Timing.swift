extension Interaction {
    /// How long the parts of an exchange took, each zero or more. A file keeps whole milliseconds.
    public struct Timing: Hashable, Sendable {
        /// From the call to the first byte sent: waiting in line, name lookup, connecting, TLS.
        public var blocked: Duration

        /// Sending the request.
        public var send: Duration

        /// From the last byte sent to the first received.
        public var wait: Duration

        /// Receiving the answer.
        public var receive: Duration

        /// The parts of an exchange.
        public init(
            blocked: Duration = .zero, send: Duration = .zero, wait: Duration = .zero, receive: Duration = .zero
        ) {
            self.blocked = blocked
            self.send = send
            self.wait = wait
            self.receive = receive
        }

        /// From the call to the last byte received.
        public var total: Duration { blocked + send + wait + receive }
    }
}
