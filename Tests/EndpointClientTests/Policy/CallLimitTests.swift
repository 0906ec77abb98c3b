import TestSupport
import Testing

@testable import EndpointClient
@testable import EndpointTesting

@Suite struct CallLimitTests {
    @Test func `values outside their range are clamped`() {
        #expect(CallLimit.concurrent(-1) == .concurrent(1))
        #expect(CallLimit.concurrent(.max) == .concurrent(1_000_000))
        #expect(CallLimit.rate(.nan, burst: 0) == .rate(0.001, burst: 1))
        #expect(CallLimit.rate(.infinity, burst: .max) == .rate(1_000_000, burst: 1_000_000))
        #expect(CallLimit.adaptive(from: 0, upTo: 0) == .adaptive(from: 2, upTo: 2))
        #expect(CallLimit.adaptive(from: 100) == .adaptive(from: 64, upTo: 64))
        #expect(CallLimit.adaptive(from: .min, upTo: .max) == .adaptive(from: 2, upTo: 1000))
    }

    @Test(arguments: [
        (200, CallOutcome.answered), (304, .answered), (401, .answered), (404, .answered), (429, .overloaded),
        (500, .neutral), (502, .neutral), (503, .overloaded), (504, .overloaded),
    ])
    func `a status is an answer, an overload or neither`(status: Int, outcome: CallOutcome) {
        #expect(CallOutcome(.success(APIResponse(http: response(status), body: .data(Data())))) == outcome)
    }

    @Test func `a timeout is an overload, unless nothing was sent`() {
        #expect(CallOutcome(.failure(URLError(.timedOut))) == .overloaded)
        #expect(CallOutcome(.failure(URLError(.timedOut).attributed(to: .beforeSending))) == .neutral)
        #expect(CallOutcome(.failure(URLError(.networkConnectionLost))) == .neutral)
        #expect(CallOutcome(.failure(CancellationError())) == .neutral)
        #expect(CallOutcome(.failure(HTTPError(response(429), body: Data()))) == .overloaded)
    }
}

@Suite struct TokenBucketTests {
    /// When the calls that all ask at zero start.
    private func starts(_ count: Int, _ bucket: TokenBucket, from start: Duration = .zero) -> [Duration] {
        var bucket = bucket, now = start
        return (0..<count).map { _ in
            now = bucket.nextStart(at: now) ?? now
            bucket.take(at: now)
            return now
        }
    }

    @Test func `a burst starts at once, and then so many calls a second`() {
        let times = starts(5, TokenBucket(perSecond: 2, burst: 3))
        #expect(times == [.zero, .zero, .zero, .milliseconds(500), .milliseconds(1000)])
    }

    @Test func `tokens are saved up to the burst`() {
        var bucket = TokenBucket(perSecond: 1, burst: 2)
        for _ in 0..<2 { bucket.take(at: .zero) }
        #expect(bucket.nextStart(at: .zero) == .seconds(1))
        #expect(starts(4, bucket, from: .seconds(100)) == [100, 100, 101, 102].map { .seconds($0) })
    }

    @Test func `a clock that is set back delays a token by at most the time to fill the bucket`() {
        var bucket = TokenBucket(perSecond: 1, burst: 3)
        for _ in 0..<3 { bucket.take(at: .seconds(1000)) }
        #expect(bucket.nextStart(at: .zero) == .seconds(1))
    }

    @Test func `no second has more calls than the rate and the burst`() {
        var dice = SplitMix64(seed: 3)
        for _ in 0..<200 {
            let rate = 1 + Int(dice.next() % 9), burst = 1 + Int(dice.next() % 5)
            var bucket = TokenBucket(perSecond: Double(rate), burst: burst), now = Duration.zero
            var starts: [Duration] = []
            for _ in 0..<100 {
                now += .milliseconds(Int64(dice.next() % 300))
                if bucket.nextStart(at: now) == nil {
                    bucket.take(at: now)
                    starts.append(now)
                }
            }
            for start in starts {
                #expect(starts.count { $0 >= start && $0 < start + .milliseconds(999) } <= rate + burst)
            }
        }
    }
}

@Suite struct AdaptiveLimitTests {
    private var limit = AdaptiveLimit(start: 6, most: 64)

    private mutating func record(_ outcome: CallOutcome, _ times: Int = 1, at now: Duration = .zero) {
        for _ in 0..<times { limit.record(outcome, from: limit.period, at: now) }
    }

    @Test mutating func `an overload reduces the limit by a tenth, and never below two`() {
        limit = AdaptiveLimit(start: 60, most: 64)
        record(.overloaded)
        #expect(limit.calls == 54)
        record(.overloaded)
        #expect(limit.calls == 48)
        record(.overloaded, 1000)
        #expect(limit.calls == 2)
    }

    @Test mutating func `answers add one for each so many as the limit is`() {
        record(.overloaded)
        let start = limit.calls
        record(.answered, start + 1)
        #expect(limit.calls == start + 1)
    }

    @Test mutating func `the calls that were under way at a reduction don't reduce the limit again`() {
        limit = AdaptiveLimit(start: 60, most: 64)
        let period = limit.period
        for _ in 0..<60 { limit.record(.overloaded, from: period, at: .zero) }
        #expect(limit.calls == 54)
    }

    @Test mutating func `a neutral end changes nothing`() {
        record(.neutral, 100)
        #expect(limit.calls == 6)
    }

    /// Every call, or half of them, fails at once for a minute, or hangs for 20 s, so that the last failures come after
    /// the end of the brown-out.
    @Test(arguments: [1.0, 0.5, 0.2], [0, 20])
    mutating func `the limit is back to nine tenths within 10 s after a brown-out`(share: Double, hang: Int) {
        var dice = SplitMix64(seed: UInt64(share * 10))
        for tick in 0..<200 { record(.answered, at: .milliseconds(100 * Int64(tick))) }
        let before = limit.calls
        #expect(before == 64)
        var ends: [(time: Int64, outcome: CallOutcome, period: Int)] = []
        var lowest = before
        for tick in Int64(200)..<900 {
            let isBad = tick < 800 && dice.fraction() < share
            ends.append((tick + (isBad ? Int64(hang) * 10 : 0), isBad ? .overloaded : .answered, limit.period))
            for end in ends where end.time <= tick {
                limit.record(end.outcome, from: end.period, at: .milliseconds(100 * tick))
            }
            ends.removeAll { $0.time <= tick }
            lowest = min(lowest, limit.calls)
        }
        #expect(lowest < before)
        #expect(lowest >= 2)
        #expect(limit.calls * 10 >= before * 9)
    }

    /// 200 calls a second at a server that serves 20 at the same time, each for 200 ms, and refuses any other.
    @Test mutating func `a server that is always asked for too much refuses few calls and is kept busy`() {
        var underWay: [(end: Int64, period: Int)] = []
        var refused = 0, served = 0, sum = 0
        for tick in Int64(0)..<6000 {
            let now = Duration.milliseconds(10 * tick)
            for call in underWay where call.end <= tick { limit.record(.answered, from: call.period, at: now) }
            underWay.removeAll { $0.end <= tick }
            for _ in 0..<2 where underWay.count < limit.calls {
                guard underWay.count < 20 else {
                    limit.record(.overloaded, from: limit.period, at: now)
                    refused += 1
                    continue
                }
                underWay.append((tick + 20, limit.period))
                served += 1
            }
            sum += underWay.count
        }
        #expect(Double(refused) < 0.05 * Double(served))
        #expect(sum / 6000 >= 17)
    }

    @Test mutating func `no schedule leaves the range, also if the clock is set back`() {
        var dice = SplitMix64(seed: 5)
        let outcomes: [CallOutcome] = [.answered, .overloaded, .neutral]
        for _ in 0..<20_000 {
            let now = Duration.milliseconds(Int64(dice.next() % 100_000) - 50_000)
            limit.record(
                outcomes[Int(dice.next() % 3)], from: limit.period - Int(dice.next() % 3), at: now)
            #expect((2...64).contains(limit.calls))
        }
    }
}
