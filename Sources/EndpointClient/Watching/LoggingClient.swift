/// A client that writes a log of its calls, without their secrets.
///
/// Put it outermost, so that it logs every attempt and every decision of the decorators inside. Entries are made and written on a queue
/// of its own, so that a slow sink does not delay a call. When a thousand events or 16 MiB of bodies wait, further events are dropped,
/// and the log says how many. A program that ends right after a call should wait for `flush()`.
public struct LoggingClient: ClientDecorator {
    /// The client whose calls are logged.
    public let upstream: any APIClient

    let queue: BoundedEventQueue
    let observer: CallObserver

    public var order: LayerOrder? { .watching }

    public var traits: ClientTraits { inheritedTraits(waits: false).flushing { await queue.flush() } }

    public func send(_ request: APIRequest) async throws -> APIResponse {
        try await observer.send(request, through: upstream)
    }
}

extension APIClient {
    /// This client, which logs its calls: by default one line for each step, on standard error, without the secrets that the client's own
    /// redaction finds.
    ///
    /// `time` measures how long calls take, and gives the time of day when one begins.
    public func logging(
        to sink: LogSink = .standardError, showing details: LogDetails = [], redaction: Redaction? = nil,
        time: TimeSource = .system
    ) -> LoggingClient {
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

/// What a log shows besides the line of each event.
public struct LogDetails: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Each request as a shell command: its URL, headers and body as far as the redaction shows them. What the decorators inside set is
    /// not in it.
    public static let commands = LogDetails(rawValue: 1)

    /// The headers of each response, with the values of those that are harmless.
    public static let headers = LogDetails(rawValue: 2)

    /// The structure of the body of each response, or with `Redaction.showingValues` its first 4 KiB.
    public static let bodies = LogDetails(rawValue: 4)

    /// The timings and the connection of each response, on one line, where the client reports them.
    public static let timings = LogDetails(rawValue: 8)
}

/// Makes log entries from events: a pure function.
struct LogFormatter: Sendable {
    let details: LogDetails
    let redaction: Redaction
    /// Where relative requests go.
    let baseOrigin: Origin?
    /// The redaction of the client, with the secrets that it sends.
    let redactionOfAnswers: @Sendable () -> Redaction

    func entry(for event: CallEvent) -> LogEntry {
        let url = url(of: event.request)
        let text = text(for: event, url)
        let lines = ["#\(event.call) \(text.message)"] + extras(for: event)
        return LogEntry(
            date: event.date, level: event.level, host: host(of: event.request),
            message: lines.joined(separator: "\n"), fields: fields(of: event, url, text))
    }

    private func text(for event: CallEvent, _ url: String) -> StepText {
        let target = "\(method(of: event.request)) \(url)"
        return switch event.step {
        case .began: StepText("began", "\(target) \(type(of: event.request.endpoint))")
        case .streaming(let response): streaming(response, of: event, target)
        case .ended(let result): ending(result, of: event, target)
        default: StepText(event.step, redaction)
        }
    }

    private func streaming(_ response: APIResponse, of event: CallEvent, _ target: String) -> StepText {
        let status = response.http.statusCode
        return StepText(
            "streaming", "\(target) → \(HTTPStatus.line(status)), a stream begins, \(event.elapsed.brief)",
            fields: ["status": .integer(status)])
    }

    private func ending(_ result: Result<APIResponse, any Error>, of event: CallEvent, _ target: String) -> StepText {
        switch result {
        case .success(let response):
            let status = response.http.statusCode
            let size = event.streamedBytes.map { "a stream of \($0.counted("byte"))" } ?? response.bodySize
            let message = "\(target) → \(HTTPStatus.line(status)), \(size), \(event.elapsed.brief)"
            return StepText(
                "ended", response.retries.map { "\(message). \($0)" } ?? message,
                fields: [
                    "status": .integer(status),
                    "bytes": .integer(event.streamedBytes.map { Int(clamping: $0) } ?? response.data.count),
                ])
        case .failure(let error):
            let sentence = error.line(by: redaction)
            let after = event.streamedBytes.map { " after \($0.counted("byte"))" } ?? ""
            var fields: LogFields = ["error": .text(sentence)]
            fields["bytes"] = event.streamedBytes.map { .integer(Int(clamping: $0)) }
            return StepText("ended", "\(target) failed\(after), \(event.elapsed.brief): \(sentence)", fields: fields)
        }
    }

    private func fields(of event: CallEvent, _ url: String, _ text: StepText) -> LogFields {
        let own: LogFields = [
            "call": .integer(Int(clamping: event.call)), "event": .text(text.event),
            "endpoint": .text("\(type(of: event.request.endpoint))"), "method": .text(method(of: event.request)),
            "url": .text(url), "elapsed": .seconds(event.elapsed),
        ]
        return own.merging(text.fields) { _, special in special }
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

    /// The request as a command. One of more than 128 KiB is cut, and then no shell can run it.
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

    /// Headers and body, without what was sent as a secret.
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

/// The fields of a log entry, by name.
private typealias LogFields = [String: LogEntry.Value]

/// The text and fields of one step in a log.
private struct StepText {
    let event: String
    let message: String
    var fields: LogFields = [:]

    init(_ event: String, _ message: String, fields: LogFields = [:]) {
        (self.event, self.message, self.fields) = (event, message, fields)
    }
}

extension StepText {
    /// The text of a step between the beginning and the end of a call.
    init(_ step: CallStep, _ redaction: Redaction) {
        let (event, fields) = Self.nameAndFields(of: step, redaction)
        self.init(event, step.text(redaction), fields: fields)
    }

    private static func nameAndFields(
        of step: CallStep, _ redaction: Redaction
    ) -> (event: String, fields: LogFields) {
        func reason(_ text: String) -> LogFields { ["reason": .text(redaction.reason(text))] }
        return switch step {
        case .began: ("began", [:])
        case .streaming: ("streaming", [:])
        case .ended: ("ended", [:])
        case .attempted(let report): ("attempted", fields(of: report))
        case .retrying(let wait, let failure):
            ("retrying", ["after": .seconds(wait), "reason": .text("\(failure)")])
        case .gaveUp(let cause): ("gaveUp", ["reason": .text("\(cause)")])
        case .sending(let report): ("sending", fields(of: report))
        case .sent(let report): ("sent", fields(of: report))
        case .redirected(let status, let origin):
            ("redirected", ["status": .integer(status), "to": .text("\(origin)")])
        case .warned(let text): ("warned", reason(text))
        case .queued: ("queued", [:])
        case .admitted(let wait): ("admitted", ["after": .seconds(wait)])
        case .waitingForCredential: ("waitingForCredential", [:])
        case .replaying: ("replaying", [:])
        case .noCredential(let text): ("noCredential", reason(text))
        case .refreshFailed(let text): ("refreshFailed", reason(text))
        case .breakerOpened(let pause): ("breakerOpened", ["pause": .seconds(pause)])
        case .breakerClosed: ("breakerClosed", [:])
        case .breakerRejected(let pause): ("breakerRejected", ["pause": .seconds(pause)])
        case .fellBack(let text): ("fellBack", reason(text))
        }
    }

    private static func fields(of report: SendReport) -> LogFields {
        var fields: LogFields = [
            "method": .text(report.method), "url": .text(report.url), "resend": .integer(report.resendCount),
        ]
        fields["status"] = report.status.map { .integer($0) }
        fields["error"] = report.errorType.map { .text($0) }
        fields["server"] = report.server.map { .text("\($0)") }
        fields["trace"] = report.trace.map { .text($0.traceID) }
        fields["span"] = report.trace.map { .text($0.spanID) }
        return fields
    }

    private static func fields(of report: AttemptReport) -> LogFields {
        var fields: LogFields = ["attempt": .integer(report.number), "duration": .seconds(report.duration)]
        fields["status"] = report.status.map { .integer($0) }
        return fields
    }
}
