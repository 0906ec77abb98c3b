/// What the program tells the shell.
enum ExitCode: Int32 {
    case success = 0
    /// A call has failed.
    case failure = 1
    /// The arguments make no sense (`EX_USAGE` of sysexits.h).
    case usage = 64
}
