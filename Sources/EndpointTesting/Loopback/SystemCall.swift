/// Calls of the system that a signal can interrupt, for sockets and for files.
enum SystemCall {
    /// Repeats a system call while it fails with `EINTR`.
    static func retryingInterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}
