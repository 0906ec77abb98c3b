/// Who is told what happens to calls. The clock comes in as a function.
struct CallListener: Sendable {
    let now: @Sendable () -> Duration
    let lowest: LogLevel
    let tell: @Sendable (CallEvent) -> Void

    /// Tells of a step, if it is wanted.
    func hear(_ step: CallStep, of call: WatchedCall, elapsed: (Duration) -> Duration) {
        if lowest > .debug, step.level(for: call.request) < lowest { return }
        tell(CallEvent(call, elapsed: elapsed(call.start), step: step))
    }

    func hear(_ response: APIResponse, to call: WatchedCall) {
        if lowest > .debug, CallStep.level(of: response, to: call.request) < lowest { return }
        tell(CallEvent(call, elapsed: now() - call.start, step: .ended(.success(response))))
    }
}
