import EndpointTesting

/// Compares framings with the same work by hand, and events over a socket with the bytes alone.
struct StreamBenchmark: Benchmark {
    static let synopsis = "streams [--gate] [--case framing|lines|loopback|growth] [--rounds 7]"
    static let summary = "Server-sent events of 100 bytes and JSON lines of 200 bytes, in memory and over loopback."

    private enum Case: String, CaseIterable {
        /// Events through the framing only, compared with counting the line ends.
        case framing
        /// JSON lines through `client.stream`, against splitting and decoding by hand.
        case lines
        /// Events through `client.stream` over a socket, against the chunks of the same body.
        case loopback
        /// A hundred times as many events in one stream, and in one chunk.
        case growth
    }

    private let isGated: Bool
    private let rounds: Int
    private let cases: [Case]

    init(_ arguments: inout Arguments) throws {
        isGated = arguments.flag("--gate")
        rounds = try arguments.count("--rounds") ?? 7
        cases =
            try arguments.value("--case").map { text in
                guard let found = Case(rawValue: text) else {
                    throw UsageError("--case takes \(Case.allCases.map(\.rawValue).joined(separator: ", ")).")
                }
                return [found]
            } ?? Case.allCases
    }

    func run() async throws {
        for item in cases {
            switch item {
            case .framing: try await framing()
            case .lines: try await lines()
            case .loopback: try await loopback()
            case .growth: try await growth()
            }
        }
    }

    private func framing() async throws {
        let chunk = StreamService.events(650)
        let gate = Gate(wall: .infinity, processor: .infinity, perSecond: 2_000_000)
        try await compare(
            "events of 100 bytes, in chunks of 65,000", operations: 650_000,
            Variant(name: "counting line ends") { count in
                var ends = 0
                for _ in 0..<count / 650 {
                    chunk.withUnsafeBytes { bytes in for byte in bytes where byte == UInt8(ascii: "\n") { ends += 1 } }
                }
                guard ends == count * 3 else { throw MissedGoal("streams: \(ends) line ends.") }
            },
            Variant(name: "EventFraming") { count in
                guard try Self.eventCount(in: count / 650, chunk) == count else {
                    throw MissedGoal("streams: events are missing.")
                }
            }, gate)
    }

    private func lines() async throws {
        let line = Book.json + Data("\n".utf8)
        let chunk = Data((0..<320).map { _ in line }.joined())
        let client = BodyClient { chunk }
        // 0.8 times as fast as by hand is 1.25 times as long.
        try await compare(
            "JSON lines of \(line.count) bytes, decoded", operations: 32_000,
            Variant(name: "split and decoded by hand") { count in
                var pages = 0
                let decoder = JSONDecoder()
                for _ in 0..<count / 320 {
                    for line in chunk.split(separator: UInt8(ascii: "\n")) {
                        pages += try decoder.decode(Book.self, from: line).pages
                    }
                }
                guard pages == count * 1060 else { throw MissedGoal("streams: \(pages) pages.") }
            },
            Variant(name: "client.stream") { count in
                var pages = 0
                for try await book in client.stream(BookLinesEndpoint(chunks: count / 320)) { pages += book.pages }
                guard pages == count * 1060 else { throw MissedGoal("streams: \(pages) pages.") }
            }, Gate(wall: 1.25, processor: 1.25))
    }

    private func loopback() async throws {
        let server = try ChildServer(.events)
        let client = Engine.available.last?.client(server.url)
        let gate = Gate(wall: .infinity, processor: .infinity, perSecond: 300_000)
        try await compare(
            "events of 100 bytes over loopback", operations: 1_000_000,
            Variant(name: "the chunks alone") { count in
                var request = try EventsEndpoint(count: count).makeAPIRequest()
                request.wantsStream = true
                var bytes = 0
                guard let response = try await client?.send(request) else { return }
                for try await chunk in response.chunks { bytes += chunk.count }
                guard bytes == count * 100 else { throw MissedGoal("streams: \(bytes) bytes.") }
            },
            Variant(name: "client.stream") { count in
                var seen = 0
                guard let stream = client?.stream(EventsEndpoint(count: count)) else { return }
                for try await _ in stream { seen += 1 }
                guard seen == count else { throw MissedGoal("streams: \(seen) events.") }
            }, gate)
        withExtendedLifetime(server) {}
    }

    /// Ten million events in one stream, and 650,000 in one chunk, must not take longer for each than a hundredth of
    /// them.
    private func growth() async throws {
        let chunk = StreamService.events(650)
        let large = StreamService.events(650_000)
        let carriageReturns = Data(large.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: "\r") : $0 })
        for (name, chunks, body) in [
            ("10⁷ events, in chunks", 15_400, chunk), ("650,000 in one chunk", 1, large),
            ("… with CR only", 1, carriageReturns),
        ] {
            var best = [Double.infinity, .infinity]
            let small = body.prefix(body.count / 100)
            for _ in 0..<3 {
                best[0] = min(
                    best[0],
                    try await Cost.of { _ = try Self.eventCount(in: max(1, chunks / 100), chunks > 1 ? body : small) }
                        .processor)
                best[1] = min(best[1], try await Cost.of { _ = try Self.eventCount(in: chunks, body) }.processor)
            }
            let ratio = best[1] / best[0]
            Console.line(String(format: "streams: 100 times as many take %.1f times as long: ", ratio) + name)
            if isGated, ratio > 200 { throw MissedGoal("streams, \(name): \(ratio) is more than 200.") }
        }
    }

    private static func eventCount(in chunks: Int, _ chunk: Data) throws -> Int {
        var framing = EventFraming()
        var count = 0
        for _ in 0..<chunks {
            framing.append(chunk)
            while try framing.next() != nil { count += 1 }
        }
        return count
    }

    private func compare(
        _ name: String, operations: Int, _ baseline: Variant, _ candidate: Variant, _ gate: Gate
    ) async throws {
        let comparison = Comparison(
            name: name, baseline: baseline, candidates: [Candidate(variant: candidate, gate: gate)], rounds: rounds,
            operations: operations)
        if isGated { return try await comparison.hold() }
        let result = try await comparison.measure()
        Console.line(result.table)
        for figures in result.figures { Console.line(String(format: "  %.0f a second of CPU", figures.perSecond)) }
    }
}

/// As many books as `chunks` of a ``BodyClient`` have, one on each line.
private struct BookLinesEndpoint: JsonLinesEndpoint {
    typealias Content = Book

    let chunks: Int

    func makeRequest() throws -> URLRequest { try .get("books/\(chunks)") }
}

/// A client whose response is one chunk, as often as the last part of the path says.
private struct BodyClient: APIClient {
    let chunk: @Sendable () -> Data

    func send(_ request: APIRequest) async throws -> APIResponse {
        let count = request.urlRequest.url.flatMap { Int($0.lastPathComponent) } ?? 0
        let left = Countdown(count)
        var response = Book.response
        response.body = .stream(BodyStream { left.next() ? chunk() : nil })
        return response
    }
}

/// Counts down to zero.
private final class Countdown: Sendable {
    private let left: Locked<Int>

    init(_ count: Int) {
        left = Locked(count)
    }

    /// False when it has reached zero.
    func next() -> Bool {
        left.withLock { left in
            left -= 1
            return left >= 0
        }
    }
}

/// The requested number of events of 100 bytes.
private struct EventsEndpoint: EventStreamEndpoint {
    typealias Content = ServerSentEvent

    let count: Int

    func makeRequest() throws -> URLRequest { try .get("\(count)") }
}

/// How the server of ``StreamBenchmark`` replies: the path is the number of events.
enum StreamService {
    /// Events of 100 bytes each, with three lines.
    static func events(_ count: Int) -> Data {
        let event = Data("event: tick\ndata: \(String(repeating: "x", count: 80))\n\n".utf8)
        var events = Data(capacity: count * event.count)
        for _ in 0..<count { events.append(event) }
        return events
    }

    static func reply(to request: RecordedRequest) -> LoopbackReply {
        .data(events(Int(request.path.dropFirst()) ?? 0), type: "text/event-stream")
    }
}
