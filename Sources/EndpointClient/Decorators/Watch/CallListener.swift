/// Who is told what happens to calls. The clock comes in as a function.
struct EventFilter: Sendable {
    let now: @Sendable () -> Duration
    let lowest: LogLevel
    let tell: @Sendable (CallEvent) -> Void

    /// Tells of something that happens during a call, if it matters enough.
    func hear(_ step: CallStep, of call: ObservedCall) {
        if wants(step.level(for: call.request)) { tell(CallEvent(call, elapsed: now() - call.start, step: step)) }
    }

    /// Whether it matters enough. What all is told of, nobody judges.
    func wants(_ level: @autoclosure () -> LogLevel) -> Bool {
        lowest == .debug || level() >= lowest
    }
}
