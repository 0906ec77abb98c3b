/// A client that writes a log of its calls, without their secrets.
struct LoggingClient: ClientDecorator {
    /// The client whose calls are logged.
    let upstream: any APIClient

    let queue: BoundedEventQueue
    let observer: CallObserver

    var order: LayerOrder? { .watching }

    var traits: ClientTraits { inheritedTraits(waits: false).flushing { await queue.flush() } }

    func send(_ request: APIRequest) async throws -> APIResponse {
        try await observer.send(request, through: upstream)
    }
}

extension APIClient {
    /// Wraps this client to log its calls: by default one line for each step, on standard error, without the secrets
    /// that the client's own redaction finds.
    ///
    /// Put it outermost, so that it logs every attempt and every decision of the decorators inside it. Entries are made
    /// and written on a separate queue, so that a slow sink does not delay a call. When a thousand events or 16 MiB of
    /// bodies wait, further events are dropped, and the log says how many. A program that ends right after a call
    /// should wait for `flush()`.
    ///
    /// `time` measures how long calls take, and provides the time of day when one starts.
    public func logging(
        to sink: LogSink = .standardError, showing details: LogDetails = [], redaction: Redaction? = nil,
        time: TimeSource = .system
    ) -> some ClientDecorator {
        let traits = traits
        let formatter = LogFormatter(
            details: details, redaction: redaction ?? traits.redaction, baseOrigin: traits.baseOrigin
        ) {
            self.traits.redactionOfAnswers
        }
        let queue = BoundedEventQueue { item in
            switch item {
            case .event(let event): try? sink.write(formatter.entry(for: event))
            case .dropped(let count, let date): try? sink.write(.dropped(count, at: date, lowest: sink.lowest))
            }
        }
        let observer = CallObserver(self, time: time, calls: sink.calls, from: sink.lowest) {
            queue.add($0)
        }
        return LoggingClient(upstream: self, queue: queue, observer: observer)
    }
}

/// What a log shows in addition to the line of each event.
public struct LogDetails: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Each request as a shell command, with its URL, headers and body redacted. It doesn't include what the decorators
    /// inside add.
    public static let commands = LogDetails(rawValue: 1)

    /// The headers of each response, with the values of harmless ones.
    public static let headers = LogDetails(rawValue: 2)

    /// The structure of the body of each response, or with `Redaction.showingValues` its first 4 KiB.
    public static let bodies = LogDetails(rawValue: 4)

    /// The timings and the connection of each response, on one line, if the client reports them.
    public static let timings = LogDetails(rawValue: 8)
}

/// Formats events as log entries: a pure function.
struct LogFormatter: Sendable {
    let details: LogDetails
    let redaction: Redaction
    /// The origin of relative requests.
    let baseOrigin: Origin?
    /// The redaction of the client, which also hides the secrets that it sends.
    let redactionOfAnswers: @Sendable () -> Redaction

    func entry(for event: CallEvent) -> LogEntry {
        let (url, row) = (url(of: event.request), event.step.row)
        let trace = row.level >= .info ? event.trace : nil
        let mark = trace.map { " [trace \($0.traceID)]" } ?? ""
        let lines = ["#\(event.call) \(message(of: event, row, url))\(mark)"] + extras(for: event)
        return LogEntry(
            date: event.date, level: row.level, host: host(of: event.request),
            message: lines.joined(separator: "\n"), fields: fields(of: event, row, url, in: trace))
    }

    /// The text of a step; the first and the last step of a call include the request and the time.
    private func message(of event: CallEvent, _ row: CallStepRow, _ url: String) -> String {
        let (target, elapsed) = ("\(method(of: event.request)) \(url)", event.elapsed.brief)
        switch event.step {
        case .began: return "\(target) \(type(of: event.request.endpoint))"
        case .streaming(let response): return "\(target) → \(response.statusLine), stream started, \(elapsed)"
        case .ended(.success(let response)):
            let size = event.streamedBytes.map { "a stream of \($0.counted("byte"))" } ?? response.bodySize
            let place = response.stored == nil ? "" : " from the cache"
            let message = "\(target) → \(response.statusLine), \(size)\(place), \(elapsed)"
            return response.retries.map { "\(message). \($0)" } ?? message
        case .ended(.failure(let error)):
            let after = event.streamedBytes.map { " after \($0.counted("byte"))" } ?? ""
            return "\(target) failed\(after), \(elapsed): \(error.line(by: redaction))"
        default: return row.text(redaction)
        }
    }

    private func fields(
        of event: CallEvent, _ row: CallStepRow, _ url: String, in trace: TraceContext?
    ) -> [String: LogEntry.Value] {
        var fields: [String: LogEntry.Value] = [
            "call": .integer(Int(clamping: event.call)), "event": .text(row.name),
            "endpoint": .text("\(type(of: event.request.endpoint))"), "method": .text(method(of: event.request)),
            "url": .text(url), "elapsed": .seconds(event.elapsed),
        ]
        fields["trace"] = trace.map { .text($0.traceID) }
        fields["span"] = trace.map { .text($0.spanID) }
        fields.merge(row.fields(redaction)) { _, own in own }
        if let bytes = event.streamedBytes { fields["bytes"] = .integer(Int(clamping: bytes)) }
        return fields
    }

    private func method(of request: APIRequest) -> String {
        request.urlRequest.httpMethod ?? "GET"
    }

    private func url(of request: APIRequest) -> String {
        request.urlRequest.url.map { redaction.line(redaction.urlText($0.absoluteString), limit: 4096) } ?? ""
    }

    private func host(of request: APIRequest) -> String? {
        (request.origin ?? baseOrigin).map { redaction.line($0.authority) }
    }

    // The lines below the message.

    private func extras(for event: CallEvent) -> [String] {
        switch event.step {
        case .began where details.contains(.commands):
            [command(for: event.request)]
        case .streaming(let response), .ended(.success(let response)):
            timings(of: response) + content(of: response, to: event.request)
        default: []
        }
    }

    private static let longestCommand = 1 << 17

    /// The request as a command. Above 128 KiB it is truncated, and no shell can run it.
    private func command(for request: APIRequest) -> String {
        let text = "\(CURLCommand(request.urlRequest, body: request.body, redaction: redaction))"
        guard text.utf8.count > Self.longestCommand else { return text }
        return String(decoding: text.utf8.prefix(Self.longestCommand), as: UTF8.self)
            + "… (\(text.utf8.count.counted("byte")))"
    }

    private func timings(of response: APIResponse) -> [String] {
        guard details.contains(.timings), let metrics = response.metrics else { return [] }
        return [redaction.line("\(metrics)", limit: 4096)]
    }

    /// Headers and body, without the secrets that were sent.
    private func content(of response: APIResponse, to request: APIRequest) -> [String] {
        guard details.contains(.headers) || details.contains(.bodies) else { return [] }
        let isOff = redaction == .off
        let redaction =
            isOff ? redaction : redaction.union(redactionOfAnswers()).redacting(secretsOf: request.urlRequest)
        return headers(of: response, redaction) + body(of: response, redaction)
    }

    private func headers(of response: APIResponse, _ redaction: Redaction) -> [String] {
        guard details.contains(.headers) else { return [] }
        return redaction.shownHeaders(response.headers).sorted { $0.name < $1.name }
            .map { redaction.line("\($0.name): \($0.value)", limit: 4096) }
    }

    private func body(of response: APIResponse, _ redaction: Redaction) -> [String] {
        guard details.contains(.bodies), !response.data.isEmpty else { return [] }
        let type = response.http.value(forHTTPHeaderField: "Content-Type")
        let isFailure = response.http.statusCode >= 400
        return [redaction.excerpt(of: response.data, contentType: type, limit: 4096, isFailure: isFailure)]
    }
}
