/// Recorded interactions with a server, in the order in which the requests were sent, and facts about the recording.
///
/// Its file format is HAR 1.2, which browsers and proxies read and write: see ``reading(har:only:sidecar:)`` and
/// ``har(_:redaction:named:)``.
public struct Cassette: Hashable, Sendable {
    /// The interactions, in the order in which the requests were sent.
    public var interactions: [Interaction]

    /// When the recording was made, if that is known.
    public var recordedAt: Date?

    /// The placeholders that replaced secrets, sorted: first texts, then numbers.
    public var redactions: [String]

    /// The redaction of the recorded clients, in addition to the file's own; nil for `Redaction.standard`. It is not
    /// part of the file.
    package var clientRedaction: Redaction?

    /// A cassette.
    public init(_ interactions: [Interaction] = [], recordedAt: Date? = nil, redactions: [String] = []) {
        self.interactions = interactions
        self.recordedAt = recordedAt
        self.redactions = redactions
    }
}

extension Cassette {
    /// This cassette with one more interaction at its end.
    public func appending(_ interaction: Interaction) -> Cassette {
        var longer = self
        longer.interactions.append(interaction)
        return longer
    }

    /// Whether the recording is older than the given age. A recording without a date never expires.
    public func isExpired(after age: Duration, now: Date) -> Bool {
        guard let recordedAt else { return false }
        return now.timeIntervalSince(recordedAt) * 1000 > Double(age.milliseconds)
    }
}

extension Cassette {
    /// The new recording, with the old interaction instead of each equivalent new one.
    ///
    /// Interactions are equivalent if requests and responses are equal apart from their dates, the formatting of their
    /// JSON, and header fields about the connection, the time or the single request, such as `Date` and
    /// `Content-Length`. If all interactions are unchanged, the result equals this cassette, so that recording an
    /// unchanged API again does not change the file.
    ///
    /// Both cassettes must have been redacted, and trimmed to the same format.
    public func merging(recorded: Cassette) -> Cassette {
        var olds = Dictionary(grouping: interactions.indices.reversed()) { CanonicalInteraction(interactions[$0]) }
        let kept = recorded.interactions.map { olds[CanonicalInteraction($0)]?.popLast() }
        if kept == interactions.indices.map(Optional.some) { return self }
        var merged = recorded
        merged.interactions = zip(kept, recorded.interactions).map { old, new in old.map { interactions[$0] } ?? new }
        return merged.movingNewDates(isNew: kept.map { $0 == nil })
    }

    /// The dates of a file must not decrease, and those of kept interactions must not change. A new interaction that is
    /// later than a kept one after it therefore gets the date of that one.
    private func movingNewDates(isNew: [Bool]) -> Cassette {
        var moved = self
        var ceiling = Date.distantFuture
        for index in interactions.indices.reversed() {
            let date = interactions[index].startedDateTime
            if !isNew[index] { ceiling = min(ceiling, date) }
            moved.interactions[index].startedDateTime = isNew[index] ? min(date, ceiling) : date
        }
        return moved
    }
}

/// An interaction without its dates, and with its bodies in canonical form.
private struct CanonicalInteraction: Hashable {
    private let method: String
    private let url: String
    private let requestHeaders: [CaselessName: [String]]
    private let requestBody: CanonicalBody
    private let status: Int
    private let responseHeaders: [CaselessName: [String]]
    private let responseBody: CanonicalBody
    private let failure: Interaction.Failure?
    private let interruption: URLError.Code?

    /// The values of the fields that are compared. The order of fields with different names says nothing (RFC 9110
    /// §5.3).
    private static func compared(_ headers: HeaderFields) -> [CaselessName: [String]] {
        Dictionary(grouping: headers.filter { !Cassette.HeaderAllowList.incidental.keeps($0.name) }) {
            CaselessName($0.name)
        }
        .mapValues { $0.map(\.value) }
    }

    init(_ interaction: Interaction) {
        method = interaction.request.method
        url = interaction.request.url
        requestHeaders = Self.compared(interaction.request.headers)
        requestBody = Matching.standard.body(interaction.request.body)
        status = interaction.response?.status ?? 0
        responseHeaders = Self.compared(interaction.response?.headers ?? [:])
        responseBody = interaction.response.map { Matching.standard.content($0.body, $0.contentType) } ?? .none
        failure = interaction.failure
        interruption = interaction.interruption?.code
    }
}

extension Cassette.HeaderAllowList {
    /// Fields that differ each time although nothing has changed. `Cassette.Format.complete` keeps them, for
    /// inspection.
    static let incidental = Cassette.HeaderAllowList(
        [
            "Age", "Connection", "Content-Encoding", "Content-Length", "Date", "Keep-Alive", "NEL", "Report-To",
            "Server-Timing", "Transfer-Encoding", "Via", "X-Amz-Cf-Id", "X-Amz-Request-Id", "X-Amzn-RequestId",
            "X-Amzn-Trace-Id", "X-Cache-Hits", "X-Correlation-Id", "X-Request-Id", "X-Response-Time", "X-Runtime",
            "X-Served-By", "X-Timer", "CF-Ray", "Traceparent", "Tracestate",
        ])
}
