import EndpointClient

/// Where the program writes, line by line. Control characters are replaced, because a server may send them to disturb a
/// terminal.
struct Console: Sendable {
    /// Whether a line can be overwritten.
    let isTerminal: Bool
    let output: @Sendable (String) -> Void
    let errors: @Sendable (String) -> Void

    /// Standard output and standard error. Write errors are ignored: a pipe whose reader has closed must not crash the
    /// program.
    static let standard = Console(
        isTerminal: isatty(STDOUT_FILENO) == 1,
        output: { try? FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) },
        errors: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) })

    func line(_ text: String) { output(Self.harmless(text) + "\n") }

    /// Writes one line to standard error.
    func complain(_ text: String) { errors(Self.harmless(text) + "\n") }

    private static func harmless(_ text: String) -> String {
        let scalars = text.unicodeScalars.map {
            $0 != "\n" && $0.properties.generalCategory == .control ? "\u{FFFD}" : $0
        }
        return String(String.UnicodeScalarView(scalars))
    }
}

extension Console {
    /// Shows the progress of a transfer: as a line that is redrawn in a terminal, elsewhere as one line for each
    /// quarter.
    func showing<Content: Sendable>(
        _ transfer: (TransferProgress.Handler) async throws -> Content
    ) async throws -> Content {
        let (handler, reports) = TransferProgress.updates()
        async let shown: Void = show(reports)
        let result = await Result.catching { try await transfer(handler) }
        await shown
        return try result.get()
    }

    private func show(_ reports: AsyncStream<TransferProgress>) async {
        var quarter = 0
        var hasDrawn = false
        for await report in reports {
            let text = Self.text(of: report)
            let reached = Int((report.fraction ?? 0) * 4)
            if isTerminal {
                output("\r\u{1B}[K" + text)
                hasDrawn = true
            } else if reached > quarter {
                line(text)
            }
            quarter = reached
        }
        if hasDrawn { line("") }
    }

    /// `   [########--------]  50 % of 3145728 bytes`
    private static func text(of report: TransferProgress) -> String {
        guard let fraction = report.fraction, let total = report.total else { return "   \(report.bytes) bytes" }
        let done = Int(fraction * 16)
        let bar = String(repeating: "#", count: done) + String(repeating: "-", count: 16 - done)
        return "   [\(bar)]  \(Int(fraction * 100)) % of \(total) bytes"
    }
}

/// Control-C (SIGINT) and `kill` (SIGTERM).
enum Interruption {
    /// Suspends until a signal arrives or the task is cancelled. A second signal ends the program immediately.
    static func wait() async {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.yield() }
            source.resume()
            return source
        }
        for await _ in signals { break }
        sources.forEach { $0.cancel() }
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }

    /// Runs `body` in a task that is cancelled by a signal.
    static func cancelling(_ body: @escaping @Sendable () async throws -> Void) async throws {
        let running = Task { try await body() }
        let waiting = Task {
            await wait()
            running.cancel()
        }
        defer { waiting.cancel() }
        try await running.value
    }
}

extension Result where Failure == any Error {
    /// What an operation returns or throws.
    static func catching(_ operation: () async throws -> Success) async -> Self {
        do { return .success(try await operation()) } catch { return .failure(error) }
    }
}
