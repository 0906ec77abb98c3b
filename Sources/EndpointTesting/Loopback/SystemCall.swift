/// System calls that a signal can interrupt, for sockets and files.
enum SystemCall {
    /// Repeats a system call while it fails with `EINTR`.
    static func retryingInterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}
