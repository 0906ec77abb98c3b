/// What a server makes of one request, and when. Times are in seconds.
enum Answer {
    /// It answers at this time, if someone still listens.
    case served(at: Double)
    /// It answers at once with a failing status, and perhaps with `Retry-After` in whole seconds.
    case refused(status: Int, retryAfter: Int?)
}
