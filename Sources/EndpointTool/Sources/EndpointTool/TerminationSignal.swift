import Foundation

/// Control-C (SIGINT) and `kill` (SIGTERM).
enum TerminationSignal {
    /// Suspends until a signal arrives or the task is cancelled. A second signal ends the program immediately.
    static func wait() async {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        let sources = [SIGINT, SIGTERM].map { source(of: $0) { continuation.yield() } }
        defer { sources.forEach { $0.cancel() } }
        for await _ in signals { break }
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }

    private static func source(
        of number: Int32, _ handler: @escaping @Sendable () -> Void
    ) -> any DispatchSourceSignal {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number)
        source.setEventHandler(handler: handler)
        source.resume()
        return source
    }
}
