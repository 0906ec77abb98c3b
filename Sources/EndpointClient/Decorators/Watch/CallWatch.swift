/// Watches the calls of a client from their beginning to their end, and tells a listener what happens.
struct CallWatch: Sendable {
    private let listener: CallListener
    private let hear: @Sendable (CallStep, WatchedCall) -> Void
    private let warning: String?
    private let calls = Locked<UInt64>(0)

    /// A watch that tells of those steps that are wanted; nil for all of them.
    init(
        _ upstream: any APIClient, clock: any Clock<Duration>,
        from lowest: LogLevel = .debug, listener: @escaping @Sendable (CallEvent) -> Void
    ) {
        let listener = CallListener(now: Timeline(clock).now, lowest: lowest, tell: listener)
        self.listener = listener
        hear = { step, call in listener.hear(step, of: call) { listener.now() - $0 } }
        warning = upstream.disorder
    }

    /// A call that begins now, and its request, which hears what happens. The first call brings the warning along, if the client
    /// is stacked against itself.
    func begin(_ request: APIRequest) -> (call: WatchedCall, request: APIRequest) {
        let call = WatchedCall(nextNumber(), request, at: listener.now(), hear)
        tell(.began, of: call)
        if call.number == 1, let warning { tell(.warned(warning), of: call) }
        var watched = request
        watched.context.observe { call.tell($0) }
        return (call, watched)
    }

    /// Tells how a call ended
    func end(_ call: WatchedCall, _ response: APIResponse) {
        listener.hear(response, to: call)
    }

    func end(_ call: WatchedCall, _ error: any Error) {
        call.tell(.ended(.failure(error)))
    }

    private func tell(_ step: consuming CallStep, of call: WatchedCall) {
        listener.hear(step, of: call) { _ in .zero }
    }

    private func nextNumber() -> UInt64 {
        calls.withLock { count in
            count += 1
            return count
        }
    }
}
