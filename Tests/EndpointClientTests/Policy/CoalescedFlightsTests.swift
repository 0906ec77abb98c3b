import TestSupport
import Testing

@testable import EndpointClient
@testable import EndpointTesting

@Suite struct CoalescedFlightsTests {
    private var flights = CoalescedFlights<String, Int>()

    @Test mutating func `the first call of a key begins a flight, and the others join it`() {
        let (first, second, other) = (flights.join("a", 1), flights.join("a", 2), flights.join("b", 3))
        #expect([first.begins, second.begins, other.begins] == [true, false, true])
        #expect(first.seat.flight == second.seat.flight)
        #expect(flights.end(first.seat.flight) == [1, 2])
        #expect(flights.count == 1)
    }

    @Test mutating func `a flight is cancelled when its last call leaves, and only then`() {
        let (first, second) = (flights.join("a", 1), flights.join("a", 2))
        #expect(flights.leave(first.seat) == .others)
        #expect(flights.leave(first.seat) == .none)
        #expect(flights.leave(second.seat) == .last)
        #expect(flights.count == 0)
    }

    @Test mutating func `a flight that is being cancelled is not joined, and its end removes no other flight`() {
        let first = flights.join("a", 1)
        #expect(flights.leave(first.seat) == .last)
        let second = flights.join("a", 2)
        #expect(second.begins)
        #expect(flights.end(first.seat.flight).isEmpty)
        #expect(!flights.join("a", 3).begins)
        #expect(flights.end(second.seat.flight) == [2, 3])
    }

    @Test mutating func `a flight that was closed is not joined, and its end closes no other flight`() {
        let first = flights.join("a", 1)
        flights.close(first.seat.flight)
        let second = flights.join("a", 2)
        #expect(second.begins)
        flights.close(first.seat.flight)
        #expect(flights.end(first.seat.flight) == [1])
        #expect(!flights.join("a", 3).begins)
        #expect(flights.end(second.seat.flight) == [2, 3])
    }

    @Test mutating func `a call after the end of a flight begins another one`() {
        let first = flights.join("a", 1)
        #expect(flights.end(first.seat.flight) == [1])
        #expect(flights.leave(first.seat) == .none)
        #expect(flights.join("a", 2).begins)
    }

    /// A million schedules with `ENDPOINT_THOROUGH=1`.
    @Test func `no schedule duplicates an exchange, cancels a bystander or shares a result across credentials`() {
        var dice = SplitMix64(seed: 1)
        var shared = 0, cancelled = 0
        for _ in 0..<(isThorough ? 1_000_000 : 4000) {
            var schedule = Schedule()
            for _ in 0..<16 { schedule.step(&dice) }
            schedule.finish()
            #expect(schedule.mistakes == [])
            (shared, cancelled) = (shared + schedule.shared, cancelled + schedule.cancelled)
        }
        #expect(shared > 1000)
        #expect(cancelled > 1000)
    }

    /// What a flight and a call have in common.
    private struct Question: Hashable {
        let url: Int
        let credential: Int
    }

    /// Random steps, and what must be true after each of them by a list of all flights.
    private struct Schedule {
        private struct Flight {
            let question: Question
            var calls: Set<Int> = []
            var isCancelled = false
            var isOver = false
        }

        private var flights = CoalescedFlights<Question, Int>()
        private var all: [Int64: Flight] = [:]
        private var order: [Int64] = []
        private var seats: [(seat: CoalescedFlights<Question, Int>.Seat, question: Question)] = []
        private var results: [Int: Int64] = [:]
        private(set) var mistakes: [String] = []
        private(set) var shared = 0
        private(set) var cancelled = 0

        mutating func step(_ dice: inout SplitMix64) {
            switch dice.next() % 5 {
            case 0, 1: join(Question(url: Int(dice.next() % 2), credential: Int(dice.next() % 2)))
            case 2, 3: if !seats.isEmpty { leave(Int(dice.next() % UInt64(seats.count))) }
            default: if !order.isEmpty { end(order[Int(dice.next() % UInt64(order.count))]) }
            }
        }

        mutating func finish() {
            for call in seats.indices { leave(call) }
            for flight in order { end(flight) }
            check(flights.count == 0, "a flight is left")
        }

        private mutating func join(_ question: Question) {
            let open = all.filter { $0.value.question == question && !$0.value.isCancelled && !$0.value.isOver }
            let call = seats.count
            let (seat, begins) = flights.join(question, call)
            seats.append((seat, question))
            check(begins == open.isEmpty, begins ? "a duplicate" : "a call joined a flight that is over")
            if begins {
                check(all[seat.flight] == nil, "a number was used twice")
                all[seat.flight] = Flight(question: question)
                order.append(seat.flight)
            } else {
                check(open.keys.first == seat.flight, "a call joined a flight of another question")
                shared += 1
            }
            all[seat.flight]?.calls.insert(call)
        }

        private mutating func leave(_ call: Int) {
            let flight = seats[call].seat.flight
            let waits = all[flight]?.calls.remove(call) != nil
            let isLast = waits && all[flight]?.calls.isEmpty == true
            let departure = flights.leave(seats[call].seat)
            check(departure == (isLast ? .last : waits ? .others : .none), "a bystander was cancelled, or nobody")
            guard departure == .last else { return }
            cancelled += 1
            all[flight]?.isCancelled = true
        }

        /// An answer or a failure: both are a result for all.
        private mutating func end(_ flight: Int64) {
            let expected = all[flight]?.calls.sorted() ?? []
            let served = flights.end(flight)
            check(served == expected, "a result was lost, or came twice")
            for call in served {
                check(results.updateValue(flight, forKey: call) == nil, "a call has two results")
                check(seats[call].question == all[flight]?.question, "a result of another question")
            }
            all[flight]?.calls = []
            all[flight]?.isOver = true
        }

        private mutating func check(_ condition: Bool, _ mistake: String) {
            if !condition { mistakes.append(mistake) }
        }
    }
}

@Suite struct CoalescingKeyTests {
    private func request(
        _ method: HTTPMethod = .get, _ url: String = "https://a.example/x", _ headers: HeaderFields = [:],
        change: (inout APIRequest) -> Void = { _ in }
    ) throws -> APIRequest {
        let urlRequest = try URLRequest(method, #require(URL(string: url)), headers: headers)
        var request = APIRequest(urlRequest, for: RawEndpoint(urlRequest))
        change(&request)
        return request
    }

    private func key(_ request: APIRequest, credential: HeaderFields = [:]) -> CoalescingKey? {
        CoalescingKey(request, credential: credential)
    }

    @Test func `requests that differ only in identifiers of the call are equal`() throws {
        let plain = try #require(key(request(.get, headersOf: [:])))
        for name in ["traceparent", "TraceState", "X-Request-ID", "x-correlation-id", "X-Amzn-Trace-Id"] {
            #expect(key(try request(.get, headersOf: [name: "1"])) == plain, "\(name)")
        }
    }

    private func request(_ method: HTTPMethod, headersOf headers: HeaderFields) throws -> APIRequest {
        try request(method, "https://a.example/x", headers)
    }

    @Test func `names of headers are compared without case`() throws {
        let lower = key(try request(.get, headersOf: ["accept": "a", "x-b": "1"]))
        #expect(key(try request(.get, headersOf: ["X-B": "1", "Accept": "a"])) == lower)
    }

    @Test func `a key is compared with the credential that is sent, where there is one`() throws {
        let (a, b): (HeaderFields, HeaderFields) = (["Authorization": "a"], ["authorization": "b"])
        let known = try #require(key(request(), credential: a))
        #expect(known.isSent(with: a, declared: b) && known.isSent(with: ["Accept": "c"], declared: a))
        #expect(!known.isSent(with: b, declared: a))
        #expect(known.with(credential: b).isSent(with: b, declared: a))
        let unknown = try #require(key(request()))
        #expect(unknown.isSent(with: a, declared: [:]) && !unknown.isSent(with: a, declared: a))
        let own = try #require(key(request(.get, "https://a.example/x", b), credential: a))
        #expect(own.isSent(with: b, declared: a) && !own.isSent(with: a, declared: a))
    }

    @Test func `requests that may have different answers are not equal`() throws {
        let keys = [
            key(try request()), key(try request(.head)), key(try request(.get, "https://a.example/y")),
            key(try request(.get, "https://b.example/x")), key(try request(.get, "https://a.example/x?a=1")),
            key(try request(.get, headersOf: ["Accept": "a"])), key(try request(.get, headersOf: ["Accept": "b"])),
            key(try request(.get, headersOf: ["Authorization": "Bearer a"])),
            key(try request(.get, headersOf: ["If-None-Match": "\"1\""])),
            key(try request(), credential: ["Authorization": "Bearer a"]),
            key(try request(), credential: ["Authorization": "Bearer b"]),
            key(try request { $0.urlRequest.cachePolicy = .reloadIgnoringLocalCacheData }),
            key(try request { $0.urlRequest.timeoutInterval = 5 }),
            key(try request { $0.context.attemptLimit = .seconds(5) }),
            key(APIRequest(try request().urlRequest, for: BookEndpoint())),
        ].compactMap(\.self)
        #expect(Set(keys).count == 15)
    }

    @Test func `equal calls with different timeouts have different exchanges`() throws {
        let keys = [CallTimeouts(head: .seconds(1)), .init(head: .seconds(2)), .init(connect: .seconds(1)), nil].map {
            timeouts in
            try? request { $0.context.apply(timeouts, endpoint: nil, on: .system) }
        }.compactMap(\.self).compactMap { key($0) }
        #expect(Set(keys).count == 4)
        let long = try request { $0.context.apply(CallTimeouts(call: .seconds(9)), endpoint: nil, on: .system) }
        #expect(key(long) == key(try request()))
    }

    @Test func `a request that changes something, has a body or wants a stream has no key`() throws {
        for method in [HTTPMethod.post, .put, .patch, .delete] { #expect(key(try request(method)) == nil) }
        #expect(key(try request { $0.urlRequest.httpBody = Data("x".utf8) }) == nil)
        #expect(key(try request { $0.urlRequest.httpBodyStream = InputStream(data: Data()) }) == nil)
        #expect(key(try request { $0.body = .data(Data("x".utf8)) }) == nil)
        #expect(key(try request { $0.wantsStream = true }) == nil)
        #expect(key(try request { $0.isDownload = true }) == nil)
        #expect(key(try request { $0.context.sign = { _ in } }) == nil)
    }
}
