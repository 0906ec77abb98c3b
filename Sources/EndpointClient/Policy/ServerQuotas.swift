/// What a response says of the quota that it belongs to.
struct QuotaReport: Hashable, Sendable {
    /// The name of the quota: `X-RateLimit-Resource`. Empty if the server has only one.
    let resource: String

    /// How long no further call is allowed; nil if there is some of the quota left, and if the server does not say when
    /// it resets.
    let wait: Duration?

    init(resource: String = "", wait: Duration? = nil) {
        (self.resource, self.wait) = (resource, wait)
    }

    /// Reads `RateLimit`, `X-RateLimit-Remaining` and the other fields of `HTTPRateLimit`; nil without them.
    ///
    /// A reset that is a time is compared to the `Date` of the response, as `Retry-After` is, and to `now` without one.
    init?(_ response: APIResponse, now: Date) {
        let headers = response.headers
        guard headers.contains(where: { Self.isQuota($0.name) }) else { return nil }
        let limits = HTTPRateLimit.limits(in: headers)
        guard !limits.isEmpty else { return nil }
        let date = headers["Date"].flatMap { HTTPDate($0, relativeTo: now)?.date } ?? now
        resource =
            ["X-RateLimit-Resource", "RateLimit-Resource", "X-Rate-Limit-Resource"].lazy
            .compactMap { headers[$0] }.first ?? ""
        wait = limits.filter { $0.remaining == 0 }.compactMap { $0.delay(from: date) }.max()
    }

    private static func isQuota(_ name: String) -> Bool {
        ["RateLimit", "RateLimit-Remaining", "X-RateLimit-Remaining", "X-Rate-Limit-Remaining"].contains {
            name.isEqualIgnoringCase($0)
        }
    }
}

/// Calls that are assumed to belong to the same quota: those of a type of endpoint whose paths begin alike.
struct QuotaGroup: Hashable, Sendable {
    private let endpoint: ObjectIdentifier
    private let path: String

    init(_ request: APIRequest) {
        endpoint = ObjectIdentifier(type(of: request.endpoint))
        let url = request.urlRequest.url
        path = url?.path.split(separator: "/").first.map(String.init) ?? ""
    }
}

/// The quotas of one server that are used up, and until when: a pure value.
///
/// A quota without a name holds all calls. One with a name, such as GitHub's `search`, holds those whose group had an
/// answer with this name before; the quota of a first call is not known.
struct ServerQuotas: Sendable {
    /// The most names and groups that are kept. A server has few.
    private static let limit = 256

    private var resources: [QuotaGroup: String] = [:]
    private var ends: [String: Duration] = [:]

    /// Records what a response says, and returns whether further calls may have to wait. A reset that is more than a
    /// day away counts as a day.
    mutating func record(_ report: QuotaReport, for group: QuotaGroup, at now: Duration) -> Bool {
        let isNew = resources[group] != report.resource
        if isNew, resources.count >= Self.limit { resources = [:] }
        resources[group] = report.resource
        guard let wait = report.wait, wait > .zero else { return isNew && !ends.isEmpty }
        ends = ends.filter { $0.value > now }
        if ends.count >= Self.limit, let first = ends.min(by: { $0.value < $1.value }) { ends[first.key] = nil }
        ends[report.resource] = max(ends[report.resource] ?? now, now + min(wait, .longest))
        return true
    }

    /// The quota that a call waits for, and until when; nil if it doesn't wait. A clock that is set back prolongs a
    /// wait to a day at most.
    func hold(for group: QuotaGroup, at now: Duration) -> (resource: String, end: Duration)? {
        if ends.isEmpty { return nil }
        return ["", resources[group] ?? ""].compactMap { resource in
            ends[resource].map { (resource, min($0, now + .longest)) }
        }.filter { $0.1 > now }.max { $0.1 < $1.1 }
    }

    /// Whether no quota is used up.
    func isEmpty(at now: Duration) -> Bool { ends.allSatisfy { $0.value <= now } }
}
