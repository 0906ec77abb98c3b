/// What can happen to a call.
enum StormEvent<Pass> {
    /// An attempt is due.
    case begin(Call)
    /// An attempt was answered with success.
    case succeed(Call, Pass)
    /// An attempt was answered with a failing status, or not in time.
    case fail(Call, Pass, Miss)
}
