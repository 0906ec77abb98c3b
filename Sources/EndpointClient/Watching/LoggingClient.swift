/// A client that writes a log of its calls, without their secrets.
///
/// Put it outermost, so that it logs every attempt and every decision of the decorators inside. Entries are made and written on a queue
/// of its own, so that a slow sink does not delay a call. When a thousand events or 16 MiB of bodies wait, further events are dropped,
/// and the log says how many. A program that ends right after a call should wait for `flush()`.
public struct LoggingClient: ClientDecorator, FlushableClient, DeadlineEnforcing {
    /// The client whose calls are logged.
    public let upstream: any APIClient

    let queue: BoundedEventQueue
    let observer: CallObserver

    public var order: LayerOrder? { .watching }

    public func send(_ request: APIRequest) async throws -> APIResponse {
        try await observer.send(request, through: upstream)
    }

    public func flushEvents() async { await queue.flush() }
}

extension APIClient {
    /// This client, which logs its calls: by default one line for each step, on standard error, without the secrets that the client's own
    /// redaction finds.
    public func logging(
        to sink: LogSink = .standardError, showing details: LogDetails = [], redaction: Redaction? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) -> LoggingClient {
        let formatter = LogFormatter(details: details, redaction: redaction ?? self.redaction) {
            self.redactionOfAnswers
        }
        let queue = BoundedEventQueue { item in
            switch item {
            case .event(let event): try? sink.write(formatter.entry(for: event))
            case .dropped(let count): try? sink.write(.dropped(count))
            }
        }
        let observer = CallObserver(self, clock: clock, from: sink.lowest) { queue.add($0) }
        return LoggingClient(upstream: self, queue: queue, observer: observer)
    }
}

/// What a log shows besides the line of each event.
public struct LogDetails: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Each request as a shell command, with its headers and body. What the decorators inside set is not in it.
    public static let commands = LogDetails(rawValue: 1)

    /// The headers of each response.
    public static let headers = LogDetails(rawValue: 2)

    /// The first 4 KiB of the body of each response.
    public static let bodies = LogDetails(rawValue: 4)

    /// The timings and the connection of each response, on one line, where the client reports them.
    public static let timings = LogDetails(rawValue: 8)
}

/// Makes log entries from events: a pure function.
struct LogFormatter: Sendable {
    let details: LogDetails
    let redaction: Redaction
    /// The redaction of the client, with the secrets that it sends.
    let redactionOfAnswers: @Sendable () -> Redaction

    init(
        details: LogDetails, redaction: Redaction,
        redactionOfAnswers: @escaping @Sendable () -> Redaction = { .standard }
    ) {
        (self.details, self.redaction, self.redactionOfAnswers) = (details, redaction, redactionOfAnswers)
    }

    func entry(for event: CallEvent) -> LogEntry {
        let url = url(of: event.request)
        let text = text(for: event, url)
        let lines = ["#\(event.call) \(text.message)"] + extras(for: event)
        return LogEntry(
            level: event.step.level(for: event.request), message: lines.joined(separator: "\n"),
            fields: fields(of: event, url, text))
    }

    private func text(for event: CallEvent, _ url: String) -> StepText {
        let target = "\(method(of: event.request)) \(url)"
        return switch event.step {
        case .began: StepText("began", "\(target) \(type(of: event.request.endpoint))")
        case .ended(let result): ending(result, of: event, target)
        default: StepText(event.step, redaction)
        }
    }

    private func ending(_ result: Result<APIResponse, any Error>, of event: CallEvent, _ target: String) -> StepText {
        switch result {
        case .success(let response):
            let status = response.http.statusCode
            let message = "\(target) → \(HTTPStatus.line(status)), \(response.bodySize), \(event.elapsed.brief)"
            return StepText(
                "ended", response.retries.map { "\(message). \($0)" } ?? message,
                fields: ["status": "\(status)", "bytes": "\(response.data.count)"])
        case .failure(let error):
            let sentence = error.line(by: redaction)
            return StepText(
                "ended", "\(target) failed, \(event.elapsed.brief): \(sentence)", fields: ["error": sentence])
        }
    }

    private func fields(of event: CallEvent, _ url: String, _ text: StepText) -> [String: String] {
        let own = [
            "call": "\(event.call)", "event": text.event, "endpoint": "\(type(of: event.request.endpoint))",
            "method": method(of: event.request), "url": url, "elapsed": event.elapsed.secondsText,
        ]
        return own.merging(text.fields) { _, special in special }
    }

    private func method(of request: APIRequest) -> String {
        request.urlRequest.httpMethod ?? "GET"
    }

    private func url(of request: APIRequest) -> String {
        request.urlRequest.url.map { redaction.line(redaction.urlText($0.absoluteString), limit: 4096) } ?? ""
    }

    // The lines below the message.

    private func extras(for event: CallEvent) -> [String] {
        switch event.step {
        case .began where details.contains(.commands):
            ["\(CURLCommand(event.request.urlRequest, body: event.request.body, redaction: redaction))"]
        case .ended(.success(let response)): timings(of: response) + content(of: response, to: event.request)
        default: []
        }
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
        return redaction.headers(response.http.fields)
            .sorted { $0.key < $1.key }.map { redaction.line("\($0.key): \($0.value)", limit: 4096) }
    }

    private func body(of response: APIResponse, _ redaction: Redaction) -> [String] {
        guard details.contains(.bodies), !response.data.isEmpty else { return [] }
        let type = response.http.value(forHTTPHeaderField: "Content-Type")
        return [redaction.excerpt(of: response.data, contentType: type, limit: 4096)]
    }
}

/// The text and fields of one step in a log.
struct StepText {
    let event: String
    let message: String
    var fields: [String: String] = [:]

    init(_ event: String, _ message: String, fields: [String: String] = [:]) {
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
    ) -> (event: String, fields: [String: String]) {
        switch step {
        case .began: ("began", [:])
        case .ended: ("ended", [:])
        case .attempted(let report): ("attempted", fields(of: report))
        case .retrying(let wait, let failure): ("retrying", ["after": wait.secondsText, "reason": "\(failure)"])
        case .gaveUp(let reason): ("gaveUp", ["reason": "\(reason)"])
        case .sending(let report): ("sending", fields(of: report))
        case .sent(let report): ("sent", fields(of: report))
        case .redirected(_, let origin): ("redirected", ["to": "\(origin)"])
        case .warned(let reason): ("warned", ["reason": redaction.reason(reason)])
        case .queued: ("queued", [:])
        case .admitted(let wait): ("admitted", ["after": wait.secondsText])
        case .waitingForCredential: ("waitingForCredential", [:])
        case .replaying: ("replaying", [:])
        case .noCredential(let reason): ("noCredential", ["reason": redaction.reason(reason)])
        case .breakerOpened: ("breakerOpened", [:])
        case .breakerClosed: ("breakerClosed", [:])
        case .breakerRejected: ("breakerRejected", [:])
        case .fellBack(let reason): ("fellBack", ["reason": redaction.reason(reason)])
        }
    }

    private static func fields(of report: SendReport) -> [String: String] {
        var fields = ["method": report.method, "url": report.url, "resend": "\(report.resendCount)"]
        fields["status"] = report.status.map { "\($0)" }
        fields["error"] = report.errorType
        fields["server"] = report.server.map { "\($0)" }
        fields["trace"] = report.trace?.traceID
        fields["span"] = report.trace?.spanID
        return fields
    }

    private static func fields(of report: AttemptReport) -> [String: String] {
        var fields = ["attempt": "\(report.number)", "duration": report.duration.secondsText]
        fields["status"] = report.status.map { "\($0)" }
        return fields
    }
}
