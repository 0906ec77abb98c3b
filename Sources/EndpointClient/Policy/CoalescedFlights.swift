/// Which calls share which flight, one exchange for several equal calls: a pure state machine.
///
/// A call joins the flight of its key, or begins one. A flight ends with a result for the calls that are still part of
/// it, or is cancelled when the last of them leaves; from then on it isn't joined, even while it still runs.
struct CoalescedFlights<Key: Hashable & Sendable, Caller: Sendable>: Sendable {
    /// The place of a call in a flight.
    struct Seat: Hashable, Sendable {
        /// The flight. No two flights of a value have the same number.
        let flight: Int64

        fileprivate let number: Int64
    }

    /// What follows when a call leaves.
    enum Departure: Hashable, Sendable {
        /// Nothing: the call already has its result, or has left before.
        case none
        /// The call is no longer part of the flight, which continues for the others.
        case others
        /// The call was the last one: the flight must be cancelled.
        case last
    }

    private struct Flight {
        let key: Key
        var callers: [Int64: Caller] = [:]
    }

    private var flights: [Int64: Flight] = [:]
    private var joinable: [Key: Int64] = [:]
    private var lastNumber: Int64 = 0

    /// The number of flights that have not ended and were not cancelled.
    var count: Int { flights.count }

    /// Adds a call to the flight of its key. If there is none, the flight of the seat must be started.
    mutating func join(_ key: Key, _ caller: Caller) -> (seat: Seat, begins: Bool) {
        let begun = joinable[key]
        let flight = begun ?? nextNumber()
        if begun == nil { (joinable[key], flights[flight]) = (flight, Flight(key: key)) }
        let seat = Seat(flight: flight, number: nextNumber())
        flights[flight]?.callers[seat.number] = caller
        return (seat, begun == nil)
    }

    /// Removes a call that was cancelled or whose deadline has passed.
    mutating func leave(_ seat: Seat) -> Departure {
        guard flights[seat.flight]?.callers.removeValue(forKey: seat.number) != nil else { return .none }
        guard flights[seat.flight]?.callers.isEmpty == true else { return .others }
        remove(seat.flight)
        return .last
    }

    /// Ends a flight with an answer or an error. Returns the calls that get it, in the order in which they joined; none
    /// if the flight was cancelled.
    mutating func end(_ flight: Int64) -> [Caller] {
        defer { remove(flight) }
        return callers(of: flight)
    }

    /// Lets no other call join a flight. Its calls stay.
    mutating func close(_ flight: Int64) {
        guard let key = flights[flight]?.key, joinable[key] == flight else { return }
        joinable[key] = nil
    }

    /// The calls of a flight now, in the order in which they joined.
    func callers(of flight: Int64) -> [Caller] {
        guard let callers = flights[flight]?.callers else { return [] }
        if callers.count == 1 { return Array(callers.values) }
        return callers.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Removes a flight, and no later one with the same key.
    private mutating func remove(_ flight: Int64) {
        guard let key = flights.removeValue(forKey: flight)?.key else { return }
        if joinable[key] == flight { joinable[key] = nil }
    }

    private mutating func nextNumber() -> Int64 {
        lastNumber += 1
        return lastNumber
    }
}

/// What makes requests equal, so that one exchange answers them all.
struct CoalescingKey: Hashable, Sendable {
    /// The header fields that differ in each call without a different answer: identifiers of traces and requests.
    static let callHeaders: Set<CaselessName> = Set(
        [
            "traceparent", "tracestate", "x-request-id", "request-id", "x-correlation-id", "correlation-id",
            "x-trace-id", "x-span-id", "x-client-request-id", "x-ms-client-request-id", "x-amzn-trace-id",
            "x-amz-invocation-id", "x-cloud-trace-context", "uber-trace-id", "sentry-trace", "b3", "x-b3-traceid",
            "x-b3-spanid", "x-b3-parentspanid", "x-b3-sampled", "x-datadog-trace-id", "x-datadog-parent-id",
        ].map { CaselessName($0) })

    private let method: String
    private let url: String
    private let headers: [CaselessName: String]
    private var credential: [CaselessName: String]
    /// Retries let the endpoint validate the response.
    private let endpoint: ObjectIdentifier
    private let cachePolicy: UInt
    private let timeoutInterval: Double
    private let mayUseCellular: Bool
    /// What limits an exchange, and not the call.
    private let limits: [Duration?]

    /// The key of a request, to which the clients inside add the given headers; nil if it has an exchange of its own:
    /// any method but `GET` and `HEAD`, a body, a stream or a download, and a signature of the caller.
    init?(_ request: APIRequest, credential: HeaderFields) {
        let urlRequest = request.urlRequest
        guard let method = urlRequest.httpMethod, method == "GET" || method == "HEAD", let url = urlRequest.url,
            urlRequest.httpBody?.isEmpty ?? true, urlRequest.httpBodyStream == nil, request.body == nil,
            !request.wantsStream, !request.isDownload, request.context.sign == nil
        else { return nil }
        (self.method, self.url, endpoint) = (method, url.absoluteString, ObjectIdentifier(type(of: request.endpoint)))
        headers = Self.fields(HeaderFields(urlRequest))
        self.credential = Self.fields(credential)
        (cachePolicy, timeoutInterval) = (urlRequest.cachePolicy.rawValue, urlRequest.timeoutInterval)
        mayUseCellular = urlRequest.allowsCellularAccess
        let timeouts = request.context.timeouts
        limits = [
            request.context.attempt?.duration, timeouts?.limit(\.head)?.duration, timeouts?.limit(\.connect)?.duration,
        ]
    }

    /// Whether a request that is sent with these headers has the credential of the key, where it has one at all: one to
    /// another origin doesn't. `declared` is the credential of the client now.
    func isSent(with headers: HeaderFields, declared: HeaderFields) -> Bool {
        let sent = Self.fields(headers)
        return Set(credential.keys).union(Self.fields(declared).keys).allSatisfy { name in
            sent[name].map { $0 == self.headers[name] ?? credential[name] } ?? true
        }
    }

    /// The key of the same request with another credential.
    func with(credential headers: HeaderFields) -> Self {
        var key = self
        key.credential = Self.fields(headers)
        return key
    }

    private static func fields(_ headers: HeaderFields) -> [CaselessName: String] {
        headers.reduce(into: [:]) { fields, field in
            let name = CaselessName(field.name)
            if !callHeaders.contains(name) { fields[name, default: ""] += "\(field.value)\n" }
        }
    }
}
