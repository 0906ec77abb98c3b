/// When a call must have ended, and why it fails then.
struct CallEnd: Sendable {
    let time: Duration
    let error: URLError
}
