/// A step of a call. A decision includes its reason.
///
/// Later versions add cases, so write an `@unknown default:` when you switch.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum CallStep: Sendable {
    /// The call began.
    case began
    /// An attempt ended, with success or failure.
    case attempted(AttemptReport)
    /// An attempt failed, and the next one follows after a wait.
    case retrying(after: Duration, because: RetryFailure)
    /// The client sends the request of an attempt again for this reason, once and without a wait: a connection that had
    /// been kept open broke before a response, and the request may be repeated (RFC 9110 §9.2.2). The retry budget
    /// counts it as a failed attempt.
    case repeated(because: RetryFailure)
    /// An attempt failed, and none follows.
    case gaveUp(GiveUpReason)
    /// A request of a traced call is sent now.
    indirect case sending(SendReport)
    /// A request of a traced call has a response, or failed.
    indirect case sent(SendReport)
    /// The server answered with a redirect, and the client follows it.
    case redirected(status: Int, to: Origin)
    /// The call waits in a queue, for instance because the maximum number of calls to the origin is in progress. The
    /// limit of an attempt doesn't include this time.
    case queued
    /// The call has left the queue after this time, and may be sent.
    case admitted(after: Duration)
    /// The call needs a credential that is being refreshed, and waits for it.
    case waitingForCredential
    /// The server refused the credential, and the request is sent again with a newer one.
    case replaying
    /// The call has no credential, for this reason.
    case noCredential(because: String)
    /// A refresh of the credential failed for this reason while no call waited for it: the credential is still valid
    /// for a while, and a later call starts another refresh. This step belongs to the call that started the refresh,
    /// which may already have ended.
    case refreshFailed(because: String)
    /// The failure of this call opened the circuit breaker: no calls are sent to the server for this long.
    case breakerOpened(for: Duration)
    /// The circuit breaker closed: the server answers again.
    case breakerClosed
    /// The circuit breaker refused the call, and refuses others for this long.
    case breakerRejected(for: Duration)
    /// The call failed for this reason, and the fallback answers it.
    case fellBack(because: String)
    /// A custom decorator made a decision, such as `cacheHit` with the age of the cached response. In a log, the name
    /// is that of the event, and the fields are added to those of every event.
    case decided(name: String, fields: [String: LogEntry.Value] = [:])
    /// A mistake in the setup of the client, such as decorators in the wrong order.
    case warned(String)
    /// The head of a response arrived whose body the caller reads as a stream. The call ends when the stream does.
    case streaming(APIResponse)
    /// The call ended. A response is not decoded yet at this point, so reading its content may still fail.
    ///
    /// If the body is read as a stream, this is the end of the stream: a failure is the error that broke it off, or a
    /// `CancellationError` if the caller no longer reads it. The response is the head, without chunks.
    case ended(Result<APIResponse, any Error>)
}

extension CallStep: DescriptionOnly {
    /// A few words, without secrets: `not tried again: all attempts are used up`.
    public var description: String { row.text(.standard) }
}

/// What logs, meters and descriptions show of a step. Text and fields are made only if they are shown.
package struct CallStepRow {
    /// The event in a log.
    package let name: String
    package let level: LogLevel
    /// The fields of the event for programs, without the secrets that a redaction finds.
    package let fields: (Redaction) -> [String: LogEntry.Value]
    /// A few words for people, without the secrets that a redaction finds.
    package let text: (Redaction) -> String

    fileprivate init(
        _ name: String, _ level: LogLevel,
        _ fields: @escaping @autoclosure () -> [String: LogEntry.Value] = [:], _ text: @escaping (Redaction) -> String
    ) {
        (self.name, self.level, self.fields, self.text) = (name, level, { _ in fields() }, text)
    }

    /// A step with a reason, which may contain a secret, and with the text around it.
    fileprivate init(
        _ name: String, _ level: LogLevel, after before: String = "", reason: String, before after: String = ""
    ) {
        (self.name, self.level) = (name, level)
        fields = { ["reason": .text($0.reason(reason))] }
        text = { before + $0.reason(reason) + after }
    }

    /// The end of a call.
    fileprivate init(_ name: String, _ result: Result<APIResponse, any Error>) {
        (self.name, level) = (name, result.level)
        switch result {
        case .success(let response):
            fields = { _ in ["status": .integer(response.http.statusCode), "bytes": .integer(response.data.count)] }
            text = { _ in "ended with \(response)" }
        case .failure(let error):
            fields = { ["error": .text(error.line(by: $0))] }
            text = { "failed: \(error.line(by: $0))" }
        }
    }

    /// A decision of a custom decorator. Its fields don't replace those that every event has.
    fileprivate init(decided name: String, _ own: [String: LogEntry.Value]) {
        let own = own.filter { !LogEntry.commonFields.contains($0.key) }
        (self.name, level) = (name, .debug)
        fields = { redaction in own.mapValues { $0.mapText(redaction.reason) } }
        text = { redaction in
            let parts = own.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            return redaction.reason(parts.isEmpty ? name : "\(name): \(parts.joined(separator: ", "))")
        }
    }
}

extension CallStep {
    /// The table of all steps.
    package var row: CallStepRow {
        switch self {
        case .began: CallStepRow("began", .debug) { _ in "began" }
        case .attempted(let report): CallStepRow("attempted", .debug, report.logFields) { _ in "\(report)" }
        case .retrying(let wait, let failure):
            CallStepRow("retrying", .notice, ["after": .seconds(wait), "reason": .text("\(failure)")]) { _ in
                "\(failure): retrying in \(wait.brief)"
            }
        case .repeated(let failure):
            CallStepRow("repeated", .debug, ["reason": .text("\(failure)")]) { _ in "\(failure): sent again" }
        case .gaveUp(let reason):
            CallStepRow("gaveUp", .notice, ["reason": .text("\(reason)")]) { _ in "not retried: \(reason)" }
        case .sending(let report): CallStepRow("sending", .debug, report.logFields) { _ in "sending \(report)" }
        case .sent(let report): CallStepRow("sent", .debug, report.logFields) { _ in "sent \(report)" }
        case .redirected(let status, let origin):
            CallStepRow("redirected", .debug, ["status": .integer(status), "to": .text("\(origin)")]) { _ in
                "\(HTTPStatus.line(status)): redirected to \(origin)"
            }
        case .queued: CallStepRow("queued", .debug) { _ in "queued" }
        case .admitted(let wait):
            CallStepRow("admitted", .debug, ["after": .seconds(wait)]) { _ in
                "left the queue after \(wait.brief)"
            }
        case .waitingForCredential:
            CallStepRow("waitingForCredential", .debug) { _ in "waiting for a credential refresh" }
        case .replaying:
            CallStepRow("replaying", .notice) { _ in "401 Unauthorized: sent again with a new credential" }
        case .noCredential(let reason): CallStepRow("noCredential", .warning, reason: reason)
        case .refreshFailed(let reason):
            CallStepRow("refreshFailed", .warning, after: "the credential could not be refreshed: ", reason: reason)
        case .breakerOpened(let pause):
            CallStepRow("breakerOpened", .warning, ["pause": .seconds(pause)]) { _ in
                "the server keeps failing: circuit open for \(pause.brief)"
            }
        case .breakerClosed: CallStepRow("breakerClosed", .notice) { _ in "the server has recovered: circuit closed" }
        case .breakerRejected(let pause):
            CallStepRow("breakerRejected", .notice, ["pause": .seconds(pause)]) { _ in
                "not sent: circuit open for another \(pause.brief)"
            }
        case .fellBack(let reason):
            CallStepRow("fellBack", .notice, reason: reason, before: ": answered from elsewhere")
        case .decided(let name, let fields): CallStepRow(decided: name, fields)
        case .warned(let sentence):
            CallStepRow("warned", .warning, after: "decorators are in the wrong order: ", reason: sentence)
        case .streaming(let response):
            CallStepRow("streaming", .debug, ["status": .integer(response.http.statusCode)]) { _ in
                "\(response.statusLine): stream started"
            }
        case .ended(let result): CallStepRow("ended", result)
        }
    }
}

extension AttemptReport {
    fileprivate var logFields: [String: LogEntry.Value] {
        var fields: [String: LogEntry.Value] = ["attempt": .integer(number), "duration": .seconds(duration)]
        fields["status"] = status.map { .integer($0) }
        return fields
    }
}

extension SendReport {
    fileprivate var logFields: [String: LogEntry.Value] {
        var fields: [String: LogEntry.Value] = [
            "method": .text(method), "url": .text(url), "resend": .integer(resendCount),
        ]
        fields["status"] = status.map { .integer($0) }
        fields["error"] = errorType.map { .text($0) }
        fields["server"] = server.map { .text("\($0)") }
        fields["trace"] = trace.map { .text($0.traceID) }
        fields["span"] = trace.map { .text($0.spanID) }
        return fields
    }
}

extension Result<APIResponse, any Error> {
    /// The importance of the end of a call.
    package var level: LogLevel {
        switch self {
        case .success(let response): response.isGood ? .info : .error
        case .failure(let error): error is CancellationError ? .notice : .error
        }
    }
}

extension Redaction {
    /// A reason as a single line without secrets.
    func reason(_ text: String) -> String { line(text, limit: 4096) }
}
