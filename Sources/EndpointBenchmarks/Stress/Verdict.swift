/// How an exchange ended.
enum Verdict: String, CaseIterable, Sendable {
    /// The right answer, with the right bytes.
    case answered
    /// No answer, as the server meant it.
    case failed
    /// Cancelled, as it was meant to be.
    case cancelled
    /// No answer, though there should be one: libcurl was sending on a connection that an earlier exchange had made the server close,
    /// and could not send again. An error that the caller sees, thus no loss, but it must stay rare.
    case disturbed
    /// The answer to something else.
    case mixedUp = "mixed up"
    /// The right answer with wrong bytes, or for wrong bytes.
    case wrongBytes = "wrong bytes"
    /// An error that nothing explains.
    case wrongError = "wrong error"

    /// Whether it may never happen.
    var isWrong: Bool { [.mixedUp, .wrongBytes, .wrongError].contains(self) }

    /// Whether the reader will want to see examples.
    var needsExplaining: Bool { isWrong || self == .disturbed }
}
