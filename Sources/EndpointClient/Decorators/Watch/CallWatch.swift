/// Watches the calls of a client from their beginning to their end, and tells a listener what happens.
struct CallWatch: Sendable {
    private let listener: CallListener
    private let warning: String?
    private let calls = Locked<UInt64>(0)

    /// A watch that tells of those steps that are wanted; nil for all of them.
    init(
        _ upstream: any APIClient, clock: any Clock<Duration>,
        wants: (@Sendable (CallStep, APIRequest) -> Bool)? = nil, listener: @escaping @Sendable (CallEvent) -> Void
    ) {
        self.listener = CallListener(now: Timeline(clock).now, wants: wants, listener)
        warning = upstream.disorder
    }

    /// A call that begins now, and its request, which hears what happens. The first call brings the warning along, if the client
    /// is stacked against itself.
    func begin(_ request: APIRequest) -> (call: WatchedCall, request: APIRequest) {
        let call = WatchedCall(nextNumber(), request, listener)
        call.tellAtStart(.began)
        if call.number == 1, let warning { call.tellAtStart(.warned(warning)) }
        var watched = request
        watched.context.observe { call.tell($0) }
        return (call, watched)
    }

    private func nextNumber() -> UInt64 {
        calls.withLock { count in
            count += 1
            return count
        }
    }
}
