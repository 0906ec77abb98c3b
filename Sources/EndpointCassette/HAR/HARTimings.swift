/// The `timings` of an entry and their sum (HAR 1.2): numbers of milliseconds, in which -1 stands for a phase that did
/// not take place or is unknown. `connect` includes `ssl`; `send`, `wait` and `receive` are always zero or more.
///
/// With metrics all phases are written, to the microsecond. Without them there are only whole milliseconds of the
/// phases that are known.
package struct HARTimings {
    private let phases: [(name: String, time: Int64?)]
    private let inMicroseconds: Bool

    init(_ timing: Interaction.Timing, _ metrics: ExchangeMetrics?) {
        inMicroseconds = metrics != nil
        if let metrics {
            phases = Self.phases(timing, metrics)
        } else {
            let blocked = timing.blocked.milliseconds
            phases =
                (blocked > 0 ? [("blocked", blocked)] : []) + [
                    ("send", max(0, timing.send.milliseconds)), ("wait", max(0, timing.wait.milliseconds)),
                    ("receive", max(0, timing.receive.milliseconds)),
                ]
        }
    }

    private static func phases(_ timing: Interaction.Timing, _ metrics: ExchangeMetrics) -> [(String, Int64?)] {
        func time(_ duration: Duration) -> Int64 { max(0, duration.microseconds) }
        let lookup = metrics.nameLookup.map(time)
        let tls = metrics.tls.map(time)
        let connect = metrics.connect.map { time($0) + (tls ?? 0) } ?? tls
        let rest = max(0, time(timing.blocked) - (lookup ?? 0) - (connect ?? 0))
        return [
            ("blocked", metrics.requestStart == nil && rest == 0 ? nil : rest), ("dns", lookup),
            ("connect", connect), ("ssl", tls), ("send", time(timing.send)), ("wait", time(timing.wait)),
            ("receive", time(timing.receive)),
        ]
    }

    /// The object of an entry.
    var node: JSONNode { JSONNode(phases.map { ($0.name, $0.time.map(number) ?? -1) }) }

    /// The sum, without `ssl`, which is part of `connect`.
    var time: JSONNode { number(phases.lazy.filter { $0.name != "ssl" }.compactMap(\.time).reduce(0, +)) }

    /// A number of milliseconds, with up to three decimals.
    private func number(_ time: Int64) -> JSONNode {
        inMicroseconds ? .number(Self.milliseconds(.microseconds(time))) : JSONNode(time)
    }

    /// A duration in milliseconds, with up to three decimals; zero for a negative one.
    package static func milliseconds(_ duration: Duration) -> String {
        let time = max(0, duration.microseconds)
        guard time % 1000 != 0 else { return "\(time / 1000)" }
        let decimals = String(time % 1000, width: 3)
        return "\(time / 1000).\(decimals.prefix(decimals.reversed().drop { $0 == "0" }.count))"
    }
}

extension HARTimings {
    /// The phases of an entry. Without `timings` its `time` counts as waiting.
    static func timing(of entry: JSONNode) throws -> Interaction.Timing {
        guard let timings = try entry.object("timings", in: "") else {
            return Interaction.Timing(wait: Duration(milliseconds: try entry.number("time", in: "") ?? 0))
        }
        func phase(_ name: String) throws -> Duration { try timings.phase(name) ?? .zero }
        let (connect, tls) = try handshakes(of: entry, timings)
        return Interaction.Timing(
            blocked: try phase("blocked") + phase("dns") + (connect ?? .zero) + (tls ?? .zero), send: try phase("send"),
            wait: try phase("wait"), receive: try phase("receive"))
    }

    /// The metrics of an entry; nil if it says nothing about the connection. Our own files have a phase `dns` only if
    /// there are metrics.
    ///
    /// Programs that do not know `send` write zero, so a zero gives no time at which the request had been sent.
    static func metrics(of entry: JSONNode, _ isFromEndpoint: Bool) throws -> ExchangeMetrics? {
        var metrics = try connection(of: entry)
        let timings = try entry.object("timings", in: "") ?? .object([])
        metrics.nameLookup = try timings.phase("dns")
        (metrics.connect, metrics.tls) = try handshakes(of: entry, timings)
        let silent = [ExchangeMetrics(), ExchangeMetrics(httpVersion: "HTTP/1.1")]
        let isKnown = isFromEndpoint ? timings["dns"] != nil : !silent.contains(metrics)
        guard isKnown else { return nil }
        let timing = try timing(of: entry)
        let sent = timing.send > .zero ? timing.blocked + timing.send : nil
        metrics.requestStart = try sent != nil || timings.phase("blocked") != nil ? timing.blocked : nil
        metrics.requestSent = sent
        metrics.firstByte = timing.total - timing.receive
        metrics.total = timing.total
        return metrics
    }

    /// The handshake of TCP and that of TLS. `connect` includes `ssl`, except in the files of Firefox, where it does
    /// not: the `time` of the entry shows which applies. If both are equal, there was a single handshake, that of QUIC.
    private static func handshakes(of entry: JSONNode, _ timings: JSONNode) throws -> (tcp: Duration?, tls: Duration?) {
        guard let tls = try timings.phase("ssl") else { return (try timings.phase("connect"), nil) }
        guard let connect = try timings.phase("connect"), connect >= tls, try !addsTLS(entry, timings, tls) else {
            return (try timings.phase("connect"), tls)
        }
        return (connect == tls ? nil : connect - tls, tls)
    }

    /// Whether the time of an entry is nearer to the sum of all phases with `ssl` than to the sum without it.
    private static func addsTLS(_ entry: JSONNode, _ timings: JSONNode, _ tls: Duration) throws -> Bool {
        guard let time = try entry.number("time", in: "") else { return false }
        let sum = try ["blocked", "dns", "connect", "send", "wait", "receive"]
            .compactMap { try timings.phase($0) }.reduce(.zero, +)
        return Duration(milliseconds: time) - sum > tls / 2
    }

    private static func connection(of entry: JSONNode) throws -> ExchangeMetrics {
        ExchangeMetrics(
            isReusedConnection: entry["_endpoint"]?["reusedConnection"]?.bool,
            httpVersion: entry["response"]?["httpVersion"]?.string.flatMap(ExchangeMetrics.httpVersion),
            remoteAddress: entry.token("serverIPAddress").map { $0.filter { $0 != "[" && $0 != "]" } },
            connectionID: entry.token("connection"))
    }
}

extension JSONNode {
    /// A phase of `timings` in whole microseconds; nil if it is missing or negative.
    fileprivate func phase(_ name: String) throws -> Duration? {
        guard let time = try number(name, in: "timings"), time >= 0 else { return nil }
        return .microseconds(Duration(milliseconds: time).microseconds)
    }

    /// A text or a number as text; nil for an empty one and for any other value.
    fileprivate func token(_ name: String) -> String? {
        switch self[name] {
        case .string(let text), .number(let text): text.isEmpty ? nil : text
        default: nil
        }
    }
}

extension Duration {
    /// Whole milliseconds, rounded.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = countable.components
        return seconds * 1000 + Int64((Double(attoseconds) / 1e15).rounded())
    }

    /// Whole microseconds, rounded.
    var microseconds: Int64 {
        let (seconds, attoseconds) = countable.components
        return seconds * 1_000_000 + Int64((Double(attoseconds) / 1e12).rounded())
    }

    /// This duration, or the nearest one whose microseconds are an `Int64`.
    private var countable: Duration { clamped(to: .seconds(-9e12)...(.seconds(9e12))) }

    /// A duration of a file in milliseconds. Negative ones, which mean unknown, and those beyond 10¹⁵ are zero.
    init(milliseconds: Double) {
        guard (0..<1e15).contains(milliseconds) else {
            self = .zero
            return
        }
        let whole = milliseconds.rounded(.down)
        self = .milliseconds(Int64(whole)) + .nanoseconds(Int64((milliseconds - whole) * 1_000_000))
    }
}
