/// What is wrong with the server during an outage.
enum Fault {
    /// It takes requests in, and does nothing with them.
    case hang
    /// It answers 503 at once.
    case refuse
    /// It answers 503 at once, with a `Retry-After` that names the end of the outage.
    case refuseUntilTheEnd
    /// It answers this share of the requests with 500.
    case flaky(Double)
}
