import EndpointClient

/// The wish of the user that the program ends.
enum TerminationSignal {
    /// Suspends until Control-C, `kill`, or the cancellation of the task.
    static func wait() async {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        let sources = [SIGINT, SIGTERM].map { source(of: $0) { continuation.yield() } }
        defer { sources.forEach { $0.cancel() } }
        for await _ in signals { return }
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
