/// One call of one client, over all its attempts.
struct Call {
    let client: Int32
    /// The millisecond in which it began.
    let start: Int32
    /// The attempt that is under way or due, from 1.
    var attempt: Int32 = 1
}
