import EndpointClient

extension Console {
    /// Standard output and standard error. A reader that has gone away is no reason to crash.
    static let standard = Console(
        isTerminal: isatty(STDOUT_FILENO) == 1,
        output: { try? FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) },
        errors: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) })
}
