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
