@_spi(EndpointTool) import EndpointCore

/// What a command is doing, on one line of a terminal that is written again and again.
///
/// A value: it is given the time, and returns what has to be written.
struct ProgressLine: Hashable, Sendable {
    /// The line is written at most ten times a second.
    private static let pause = Duration.milliseconds(100)

    private var step: String?
    private var start = Duration.zero
    private var written: Duration?

    /// Begins a step, such as `Reading a.har, 2 of 3`.
    mutating func begin(_ step: String, at time: Duration) -> String? {
        (self.step, start) = (step, time)
        return text(at: time)
    }

    /// The line with the step and the seconds that it has taken; nil if the last one was written just before.
    mutating func text(at time: Duration) -> String? {
        guard let step, written.map({ time - $0 >= Self.pause }) ?? true else { return nil }
        written = time
        let seconds = (time - start).components.seconds
        return Self.erasure + step + (seconds > 0 ? " … \(seconds) s" : " …")
    }

    /// Makes room for another line. The step is written again afterwards.
    mutating func erase() -> String? {
        guard written != nil else { return nil }
        written = nil
        return Self.erasure
    }

    /// The start of the line, which is emptied.
    private static let erasure = "\r\u{1B}[K"
}

extension Console {
    private enum Event: Sendable {
        case step(String)
        case output(String)
        case errors(String)
        case tick
    }

    /// Runs something that can take long, and shows its steps on a line of a terminal, which is empty at the end.
    /// Elsewhere, and if it is silent, nothing is shown.
    ///
    /// - Parameter body: It writes to the console that it is given, so that no text is on the same line.
    func showingProgress<Result>(
        silent isSilent: Bool = false, time: TimeSource = .system,
        _ body: (_ console: Console, _ step: (String) -> Void) async throws -> Result
    ) async throws -> Result {
        guard errors.isRewritable, !isSilent else { return try await body(self) { _ in } }
        let (events, sender) = AsyncStream.makeStream(of: Event.self)
        let drawing = Task { await draw(events, time) }
        let ticking = Task {
            while true {
                try await time.sleep(for: .milliseconds(100))
                sender.yield(.tick)
            }
        }
        let console = Console(
            output: output.writing { sender.yield(.output($0)) }, errors: errors.writing { sender.yield(.errors($0)) })
        let result: Swift.Result<Result, any Error>
        do {
            result = .success(try await body(console) { sender.yield(.step($0)) })
        } catch {
            result = .failure(error)
        }
        ticking.cancel()
        sender.finish()
        await drawing.value
        return try result.get()
    }

    private func draw(_ events: AsyncStream<Event>, _ time: TimeSource) async {
        var line = ProgressLine()
        let write = { (text: String?) in if let text { errors.write(text) } }
        for await event in events {
            switch event {
            case .step(let step): write(line.begin(Stream.harmless(step), at: time.now()))
            case .tick: write(line.text(at: time.now()))
            case .output(let text):
                write(line.erase())
                output.write(text)
            case .errors(let text):
                write(line.erase())
                errors.write(text)
            }
        }
        write(line.erase())
    }
}

extension Console.Stream {
    /// The same stream with another way to write.
    fileprivate func writing(_ write: @escaping @Sendable (String) -> Void) -> Console.Stream {
        Console.Stream(isRewritable: isRewritable, hasColors: hasColors, write: write)
    }
}
