import EndpointClient
import Metrics

extension APIClient {
    /// This client, which counts and times its calls with swift-metrics. Put it outermost.
    ///
    /// | metric | what | dimensions |
    /// |---|---|---|
    /// | `endpoint_call_duration` | a timer of whole calls, with retries and waits | endpoint, host, status |
    /// | `endpoint_calls` | a counter of calls | endpoint, host, status |
    /// | `endpoint_attempts` | a counter of attempts | endpoint, host, status |
    /// | `endpoint_attempt_duration` | a timer of attempts | endpoint, host, status |
    /// | `endpoint_connections` | a counter of the connections of attempts, new or reused | host, reused |
    /// | `endpoint_events` | a counter of retries, failed refreshes, open breakers, fallbacks | host, event |
    ///
    /// Each dimension has few values: the endpoint is the name of its type, the host that of the base URL or `other`,
    /// and the status a class, such as `2xx`, or the kind of failure, such as `timedOut`. Attempts are those of a
    /// client with retries; their connections are counted if the client reports them.
    public func meteringWithSwiftMetrics(factory: any MetricsFactory = MetricsSystem.factory) -> some APIClient {
        let meter = SwiftMetricsMeter(origin: traits.baseOrigin, factory: factory)
        return metering { meter.record($0) }
    }
}

/// Counts the events of calls.
private struct SwiftMetricsMeter: Sendable {
    let origin: Origin?
    let factory: any MetricsFactory

    func record(_ event: CallEvent) {
        switch event.step {
        case .ended(let result):
            let dimensions = dimensions(of: event, status: Self.status(of: result))
            Counter(label: "endpoint_calls", dimensions: dimensions, factory: factory).increment()
            Timer(label: "endpoint_call_duration", dimensions: dimensions, factory: factory).record(
                duration: event.elapsed)
        case .attempted(let report):
            let status = report.status.map(Self.statusClass) ?? "none"
            let dimensions = dimensions(of: event, status: status)
            Counter(label: "endpoint_attempts", dimensions: dimensions, factory: factory).increment()
            Timer(label: "endpoint_attempt_duration", dimensions: dimensions, factory: factory).record(
                duration: report.duration)
            guard let isReused = report.metrics?.isReusedConnection else { return }
            let connection = [("host", host(of: event)), ("reused", "\(isReused)")]
            Counter(label: "endpoint_connections", dimensions: connection, factory: factory).increment()
        default:
            guard let name = Self.name(of: event.step) else { return }
            let dimensions = [("host", host(of: event)), ("event", name)]
            Counter(label: "endpoint_events", dimensions: dimensions, factory: factory).increment()
        }
    }

    private func dimensions(of event: CallEvent, status: String) -> [(String, String)] {
        [("endpoint", "\(type(of: event.request.endpoint))"), ("host", host(of: event)), ("status", status)]
    }

    /// The host of the base URL. Requests may also go to absolute URLs that a server has sent, which could be any
    /// number of hosts.
    private func host(of event: CallEvent) -> String {
        guard let origin else { return "none" }
        guard let url = event.request.urlRequest.url, url.scheme != nil else { return origin.host }
        return Origin(url) == origin ? origin.host : "other"
    }

    private static func status(of result: Result<APIResponse, any Error>) -> String {
        switch result {
        case .success(let response): statusClass(response.http.statusCode)
        case .failure(let error): CallFailure(error).category.rawValue
        }
    }

    private static func statusClass(_ status: Int) -> String {
        (100..<600).contains(status) ? "\(status / 100)xx" : "other"
    }

    private static func name(of step: CallStep) -> String? {
        switch step {
        case .retrying: "retrying"
        case .gaveUp: "gaveUp"
        case .breakerOpened: "breakerOpened"
        case .breakerRejected: "breakerRejected"
        case .fellBack: "fellBack"
        case .replaying: "replaying"
        case .refreshFailed: "refreshFailed"
        default: nil
        }
    }
}
