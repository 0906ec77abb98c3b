/// A stored response, as far as the decisions about it depend on it.
struct StoredResponse: Hashable, Sendable {
    var status: Int
    var headers: HeaderFields
    /// When its request was sent and when it arrived, in seconds since 1970.
    var requestTime: Double
    var responseTime: Double

    var control: CacheControl { CacheControl(headers["Cache-Control"]) }
}

/// How old a stored response is, and for how long it is fresh (RFC 9111 §4.2), in seconds.
struct CacheFreshness: Hashable, Sendable {
    /// The current age; infinite if the clock shows a time before the response arrived.
    let age: Double

    /// The freshness lifetime, counted from age zero. Not negative.
    let lifetime: Double

    /// The share of the time since `Last-Modified` for which a response without a lifetime of its own is fresh, and the
    /// longest such time (RFC 9111 §4.2.2).
    private static let heuristicShare = 0.1
    private static let longestHeuristic = 86_400.0

    init(of response: StoredResponse, _ control: CacheControl, at now: Double) {
        let headers = response.headers
        let date = Self.date(headers["Date"], response.responseTime)
        age = Self.age(of: response, date: date, at: now)
        lifetime = max(0, Self.lifetime(of: response, control, date: date))
    }

    var isFresh: Bool { lifetime > age }

    /// For how long it is still fresh; negative for a stale response.
    var timeLeft: Double { lifetime - age }

    /// RFC 9111 §4.2.3.
    private static func age(of response: StoredResponse, date: Double?, at now: Double) -> Double {
        guard now >= response.responseTime else { return .infinity }
        let apparent = max(0, response.responseTime - (date ?? response.responseTime))
        let delay = max(0, response.responseTime - response.requestTime)
        let corrected = received(response.headers["Age"]) + delay
        return max(apparent, corrected) + now - response.responseTime
    }

    /// The first `Age`; zero if it isn't a number.
    private static func received(_ text: String?) -> Double {
        let first = Array((text ?? "").utf8).prefix { $0 != UInt8(ascii: ",") }
        return CacheControl.seconds(digits: first.trimmingBlanks) ?? 0
    }

    /// RFC 9111 §4.2.1. An `Expires` that isn't a date is in the past.
    private static func lifetime(of response: StoredResponse, _ control: CacheControl, date: Double?) -> Double {
        let (headers, arrival) = (response.headers, response.responseTime)
        if let maxAge = control.maxAge { return maxAge }
        if let expires = headers["Expires"] {
            return self.date(expires, arrival).map { $0 - (date ?? arrival) } ?? 0
        }
        guard CacheRules.heuristicStatuses.contains(response.status) || control.isPublic,
            let modified = self.date(headers["Last-Modified"], arrival)
        else { return 0 }
        return min((min(date ?? arrival, arrival) - modified) * heuristicShare, longestHeuristic)
    }

    private static func date(_ text: String?, _ arrival: Double) -> Double? {
        text.flatMap { HTTPDate($0, relativeTo: Date(timeIntervalSince1970: arrival))?.date.timeIntervalSince1970 }
    }
}
