/// When a call must have ended, and why it fails then.
struct AbsoluteDeadline: Sendable {
    let time: Duration
    let error: URLError
}
