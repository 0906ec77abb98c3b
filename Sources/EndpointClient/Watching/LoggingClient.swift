/// A client that writes a log of its calls, without their secrets.
///
/// Put it outermost: then it sees every attempt and every decision inside. Lines are made and written on a queue of its own: a
/// sink that is slow holds up no call, and one that throws harms none. When it lags by a thousand events, or by 16 MiB of
/// bodies, further ones are dropped, and the log says how many. A program that ends right after a call waits for `flush()`.
public struct LoggingClient: ClientDecorator {
    /// The client whose calls are logged.
    public let upstream: any APIClient

    let pump: BoundedEventQueue
    private let watch: CallObserver

    /// A client around another one. What is a secret beyond the usual is known to the redaction.
    public init(
        _ upstream: any APIClient, to sink: LogSink = .standardError, showing details: LogDetails = [],
        redaction: Redaction = .standard, clock: any Clock<Duration> = ContinuousClock()
    ) {
        let writer = LogFormatter(details: details, redaction: redaction)
        let pump = BoundedEventQueue { item in
            switch item {
            case .event(let event): try? sink.write(writer.entry(for: event))
            case .dropped(let count): try? sink.write(.dropped(count))
            }
        }
        self.upstream = upstream
        self.pump = pump
        watch = CallObserver(upstream, clock: clock, from: sink.lowest) { pump.add($0) }
    }

    public func send(_ request: APIRequest) async throws -> APIResponse {
        try await watch.send(request, through: upstream)
    }
}

extension LoggingClient: FlushableClient, DeadlineEnforcing {
    public func flushEvents() async { await pump.flush() }

    public var order: LayerOrder? { .watching }
}

extension APIClient {
    /// This client, which logs its calls: by default a line for each step, on standard error.
    public func logging(
        to sink: LogSink = .standardError, showing details: LogDetails = [], redaction: Redaction = .standard,
        clock: any Clock<Duration> = ContinuousClock()
    ) -> LoggingClient {
        LoggingClient(self, to: sink, showing: details, redaction: redaction, clock: clock)
    }
}

/// What a log shows besides its lines.
public struct LogDetails: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Each request as a command for a shell, with its headers and body, as it comes to the log: what clients further in set is not
    /// in it.
    public static let commands = LogDetails(rawValue: 1)

    /// The headers of each answer.
    public static let headers = LogDetails(rawValue: 2)

    /// The first 4 KiB of the body of each answer.
    public static let bodies = LogDetails(rawValue: 4)
}

/// Puts events into words: a pure function from an event to an entry.
struct LogFormatter: Sendable {
    let details: LogDetails
    let redaction: Redaction

    func entry(for event: CallEvent) -> LogEntry {
        let url = url(of: event.request)
        let words = words(for: event, url)
        let lines = ["#\(event.call) \(words.message)"] + extras(for: event)
        return LogEntry(
            level: event.step.level(for: event.request), message: lines.joined(separator: "\n"),
            fields: fields(of: event, url, words))
    }

    private func words(for event: CallEvent, _ url: String) -> StepText {
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
            let message = "\(target) → \(HTTPStatus.line(status)), \(response.data.count) bytes, \(event.elapsed.brief)"
            return StepText(
                "ended", response.retries.map { "\(message). \($0)" } ?? message,
                fields: ["status": "\(status)", "bytes": "\(response.data.count)"])
        case .failure(let error):
            let sentence = redaction.reason(error.localizedDescription)
            return StepText(
                "ended", "\(target) failed, \(event.elapsed.brief): \(sentence)", fields: ["error": sentence])
        }
    }

    private func fields(of event: CallEvent, _ url: String, _ words: StepText) -> [String: String] {
        let own = [
            "call": "\(event.call)", "event": words.event, "endpoint": "\(type(of: event.request.endpoint))",
            "method": method(of: event.request), "url": url, "elapsed": event.elapsed.secondsText,
        ]
        return own.merging(words.fields) { _, special in special }
    }

    private func method(of request: APIRequest) -> String {
        request.urlRequest.httpMethod ?? "GET"
    }

    private func url(of request: APIRequest) -> String {
        request.urlRequest.url.map { redaction.line(redaction.urlText($0.absoluteString), limit: 4096) } ?? ""
    }
}

// What is shown besides the line.
extension LogFormatter {
    private func extras(for event: CallEvent) -> [String] {
        switch event.step {
        case .began where details.contains(.commands):
            ["\(CURLCommand(event.request.urlRequest, body: event.request.body, redaction: redaction))"]
        case .ended(.success(let response)): headers(of: response) + body(of: response)
        default: []
        }
    }

    private func headers(of response: APIResponse) -> [String] {
        guard details.contains(.headers) else { return [] }
        return redaction.headers(response.http.fields)
            .sorted { $0.key < $1.key }.map { redaction.line("\($0.key): \($0.value)", limit: 4096) }
    }

    private func body(of response: APIResponse) -> [String] {
        guard details.contains(.bodies), !response.data.isEmpty else { return [] }
        let type = response.http.value(forHTTPHeaderField: "Content-Type")
        return [redaction.excerpt(of: response.data, contentType: type, limit: 4096)]
    }
}

/// What a log says about one step.
struct StepText {
    let event: String
    let message: String
    var fields: [String: String] = [:]

    init(_ event: String, _ message: String, fields: [String: String] = [:]) {
        (self.event, self.message, self.fields) = (event, message, fields)
    }
}

extension StepText {
    /// The words for a step between the beginning and the end of a call.
    init(_ step: CallStep, _ redaction: Redaction) {
        let (event, fields) = Self.facts(of: step, redaction)
        self.init(event, step.text(redaction), fields: fields)
    }

    private static func facts(
        of step: CallStep, _ redaction: Redaction
    ) -> (event: String, fields: [String: String]) {
        switch step {
        case .began: ("began", [:])
        case .ended: ("ended", [:])
        case .attempted(let report): ("attempted", fields(of: report))
        case .retrying(let wait, let failure): ("retrying", ["after": wait.secondsText, "reason": "\(failure)"])
        case .gaveUp(let reason): ("gaveUp", ["reason": "\(reason)"])
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

    private static func fields(of report: AttemptReport) -> [String: String] {
        var fields = ["attempt": "\(report.number)", "duration": report.duration.secondsText]
        fields["status"] = report.status.map { "\($0)" }
        return fields
    }
}
