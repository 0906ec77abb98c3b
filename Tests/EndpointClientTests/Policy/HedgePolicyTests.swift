import EndpointTesting
import TestSupport
import Testing

@testable import EndpointClient

@Suite struct HedgePolicyTests {
    private func request(
        _ method: HTTPMethod = .get, body: UploadEndpointBody? = nil, stream: InputStream? = nil
    ) throws -> APIRequest {
        var request = try URLRequest(method, #require(URL(string: "https://a.example/x")), headers: [:])
        request.httpBodyStream = stream
        return APIRequest(request, body: body, for: RawEndpoint(request))
    }

    @Test func `the standard delay is a second, and only the other policy follows the answers`() {
        #expect(HedgePolicy.standard == HedgePolicy(delay: .seconds(1), followsAnswers: false))
        #expect(HedgePolicy.p95 == HedgePolicy(delay: .seconds(1), followsAnswers: true))
    }

    @Test(arguments: [
        (Duration.zero, Duration.milliseconds(1)), (.seconds(-1), .milliseconds(1)),
        (.milliseconds(7), .milliseconds(7)),
        (.seconds(Int64.max), .longest), (Duration(secondsComponent: .min, attosecondsComponent: 0), .milliseconds(1)),
    ])
    func `a delay outside its range counts as the nearest one`(delay: Duration, expected: Duration) {
        var state = HedgeState(HedgePolicy(delay: delay))
        let delay = state.begin(at: .zero)
        #expect(delay == expected)
    }

    @Test(arguments: ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"])
    func `a request with a safe method may be sent twice`(method: String) throws {
        #expect(HedgePolicy.standard.mayHedge(try request(HTTPMethod(rawValue: method))))
    }

    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE", "CONNECT", "PURGE"])
    func `a request with another method is never sent twice`(method: String) throws {
        #expect(!HedgePolicy.standard.mayHedge(try request(HTTPMethod(rawValue: method))))
    }

    @Test func `a body that is a stream is never sent twice, one in memory may be`() throws {
        let stream = UploadEndpointBody.stream(InputStream(data: Data()))
        #expect(!HedgePolicy.standard.mayHedge(try request(.query, body: stream)))
        #expect(!HedgePolicy.standard.mayHedge(try request(.query, stream: InputStream(data: Data()))))
        #expect(HedgePolicy.standard.mayHedge(try request(.query, body: .data(Data()))))
    }
}

@Suite struct HedgeDelayTests {
    private func state(_ answers: [Duration], at now: Duration = .zero) -> HedgeState {
        var state = HedgeState(.p95)
        for answer in answers { state.end(after: answer, isGood: true, isLate: false, at: now) }
        return state
    }

    @Test func `the delay follows the answers from the twentieth on`() {
        let answers = Array(repeating: Duration.milliseconds(200), count: 19)
        #expect(state(answers).delay(at: .zero) == .seconds(1))
        let delay = state(answers + [.milliseconds(200)]).delay(at: .zero)
        #expect(delay >= .milliseconds(200))
        #expect(delay < .milliseconds(219))
    }

    @Test func `the delay is never under 50 ms`() {
        #expect(state(Array(repeating: .milliseconds(1), count: 100)).delay(at: .zero) == .milliseconds(50))
    }

    @Test func `the delay does not follow failures`() {
        var state = HedgeState(.p95)
        for _ in 0..<100 { state.end(after: .milliseconds(1), isGood: false, isLate: false, at: .zero) }
        #expect(state.delay(at: .zero) == .seconds(1))
    }

    @Test func `a fixed delay does not follow the answers`() {
        var state = HedgeState(.standard)
        for _ in 0..<100 { state.end(after: .milliseconds(1), isGood: true, isLate: false, at: .zero) }
        #expect(state.delay(at: .zero) == .seconds(1))
    }

    @Test func `answers are forgotten after 15 minutes, also if the clock was set back`() {
        let state = state(Array(repeating: .milliseconds(200), count: 20), at: .seconds(100))
        #expect(state.delay(at: .seconds(700)) < .milliseconds(219))
        #expect(state.delay(at: .seconds(1000)) == .seconds(1))
        #expect(state.delay(at: .seconds(-100)) == .seconds(1))
    }

    @Test func `a client with a call every twenty seconds has enough answers`() {
        var state = HedgeState(.p95)
        for call in 0..<100 {
            state.end(after: .milliseconds(200), isGood: true, isLate: false, at: .seconds(call * 20))
        }
        #expect(state.delay(at: .seconds(2000)) < .milliseconds(219))
    }

    /// The oracle sorts all times: at most 5 % of them are longer than the percentile.
    @Test func `the percentile is that of the sorted times, and at most 9.1 % above it`() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<(isThorough ? 100_000 : 1000) {
            let count = 20 + Int(random.next() % 200)
            let times = (0..<count).map { _ in 0.01 * pow(10_000, random.fraction()) }.sorted()
            var answers = AnswerTimes()
            for time in times { answers.add(.seconds(time), at: .seconds(random.fraction() * 700)) }
            let exact = max(times[count - 1 - count / 20], 0.05)
            let percentile = answers.percentile95(at: .seconds(719))?.inSeconds ?? 0
            #expect(percentile > exact * 0.999_999)
            #expect(percentile < exact * 1.091)
        }
    }

    /// Counts all values inside, through their mirrors.
    @Test func `the state of an origin keeps its size, however many calls there are`() {
        func size(_ value: Any) -> Int { Mirror(reflecting: value).children.reduce(1) { $0 + size($1.value) } }
        var state = HedgeState(.p95), sizes: [Int] = []
        for call in 0..<30_000 {
            let now = Duration.milliseconds(call * 100)
            _ = state.begin(at: now)
            let isLate = call.isMultiple(of: 20)
            if isLate { _ = state.hedge(at: now, hasBudget: true) }
            state.end(after: .milliseconds(call % 10_000), isGood: true, isLate: isLate, at: now)
            if call % 10_000 == 9999 { sizes.append(size(state)) }
        }
        #expect(Set(sizes).count == 1)
        #expect(MemoryLayout<HedgeState>.size < 200)
    }
}

@Suite struct HedgeBucketTests {
    /// Calls that end in time.
    private func pass(_ calls: Int, _ state: inout HedgeState) {
        for _ in 0..<calls {
            _ = state.begin(at: .zero)
            state.end(after: .zero, isGood: true, isLate: false, at: .zero)
        }
    }

    /// Calls that take longer than the delay, and how many of them are hedged.
    private func slow(_ calls: Int, _ state: inout HedgeState) -> Int {
        (0..<calls).count { _ in
            _ = state.begin(at: .zero)
            defer { state.end(after: .seconds(9), isGood: true, isLate: true, at: .zero) }
            return state.hedge(at: .zero, hasBudget: true)
        }
    }

    @Test func `the first hedge comes with the twentieth call`() {
        var state = HedgeState(.standard)
        pass(18, &state)
        #expect(slow(1, &state) == 0)
        pass(1, &state)
        let wasHedged = state.hedge(at: .zero, hasBudget: true)
        #expect(wasHedged)
        #expect(state.tokens == 0)
    }

    @Test func `at most two hedges are saved`() {
        var state = HedgeState(.standard)
        pass(10_000, &state)
        #expect(state.tokens == 2)
        #expect(slow(3, &state) == 2)
    }

    @Test func `a hundred calls earn a hedge while more than a tenth of the calls are slow`() {
        var state = HedgeState(.standard)
        #expect(slow(64, &state) == 0)
        let before = state.tokens
        #expect(slow(99, &state) + slow(10_000, &state) <= 101)
        #expect(before < 0.8)
    }

    @Test func `exactly a tenth of slow calls doesn't slow the earnings down, one more does`() {
        var (tenth, more) = (RecentCalls(), RecentCalls())
        for call in 0..<60 { tenth.add(isSlow: call < 6) }
        for call in 0..<60 { more.add(isSlow: call < 7) }
        #expect(!tenth.areSlow)
        #expect(more.areSlow)
        for _ in 0..<64 { more.add(isSlow: false) }
        #expect(!more.areSlow)
    }

    @Test func `a hedge that the retry budget refuses costs no token`() {
        var state = HedgeState(.standard)
        pass(40, &state)
        let wasHedgedEarly = state.hedge(at: .zero, hasBudget: false)
        #expect(!wasHedgedEarly)
        #expect(state.tokens == 2)
    }

    @Test(
        arguments: [
            (nil, Duration.seconds(1)), (.zero, .seconds(1)), (.seconds(10), .seconds(10)),
            (.seconds(9000), .seconds(300)),
        ] as [(Duration?, Duration)])
    func `no hedge is sent while the server wants fewer requests`(wait: Duration?, pause: Duration) {
        var state = HedgeState(.standard)
        pass(40, &state)
        state.pushBack(for: wait, at: .seconds(100))
        state.pushBack(for: .zero, at: .seconds(99))
        let wasHedgedEarly = state.hedge(at: .seconds(100) + pause - .milliseconds(1), hasBudget: true)
        #expect(!wasHedgedEarly)
        #expect(state.tokens == 2)
        let wasHedged = state.hedge(at: .seconds(100) + pause, hasBudget: true)
        #expect(wasHedged)
    }

    @Test func `a clock that is set back does not prolong the pause`() {
        var state = HedgeState(.standard)
        pass(40, &state)
        state.pushBack(for: .seconds(10), at: .seconds(1000))
        let wasHedged = state.hedge(at: .zero, hasBudget: true)
        #expect(wasHedged)
    }

    /// In any order of beginnings, delays and ends of calls.
    @Test func `hedges never exceed 5 % of the calls, and 1 % and the saved ones while the server is slow`() {
        for seed in 0..<UInt64(isThorough ? 10_000 : 100) {
            var random = SplitMix64(seed: seed), state = HedgeState(seed.isMultiple(of: 2) ? .p95 : .standard)
            let share = random.fraction()
            var calls = 0, hedges = 0, open = 0
            for step in 0..<2000 {
                let now = Duration.milliseconds(step * 50)
                if open == 0 || random.fraction() < 0.5 {
                    (calls, open) = (calls + 1, open + 1)
                    _ = state.begin(at: now)
                } else {
                    let isLate = random.fraction() < share
                    if isLate, state.hedge(at: now, hasBudget: true) { hedges += 1 }
                    state.end(after: .seconds(random.fraction()), isGood: true, isLate: isLate, at: now)
                    open -= 1
                }
                #expect(hedges * 20 <= calls)
            }
            guard share > 0.5 else { continue }
            let (before, saved) = (calls, state.tokens)
            var late = 0
            for call in 0..<10_000 {
                let now = Duration.milliseconds(100_000 + call * 50)
                _ = state.begin(at: now)
                if state.hedge(at: now, hasBudget: true) { late += 1 }
                calls += 1
            }
            #expect(Double(late) <= saved + 0.01 * Double(calls - before) + 0.05)
        }
    }
}
