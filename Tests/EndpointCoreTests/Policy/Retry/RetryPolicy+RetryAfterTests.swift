import EndpointCore
import Testing

@Suite struct RetryPolicyRetryAfterTests {
    private func decide(
        after wait: Duration, status: Int = 503, timeLeft: Duration? = nil, random: Double
    ) -> RetryDecision {
        let attempt = FailedAttempt(
            number: 1, failure: .status(status), isRepeatable: true, retryAfter: wait, timeLeft: timeLeft)
        return RetryPolicy.standard.decide(attempt, random: random)
    }

    @Test(arguments: [(0.0, 10), (0.5, 15), (1, 20)])
    func `the wait is what the server asks and up to as much again`(random: Double, seconds: Int) {
        #expect(decide(after: .seconds(10), random: random) == .retry(after: .seconds(seconds)))
    }

    @Test func `a short demand is still spread over the ceiling`() {
        #expect(decide(after: .milliseconds(100), random: 1) == .retry(after: .milliseconds(1100)))
        #expect(decide(after: .seconds(-3), random: 0.5) == .retry(after: .milliseconds(500)))
    }

    @Test func `more than a minute ends the call and says how long`() {
        #expect(decide(after: .seconds(60), random: 0) == .retry(after: .seconds(60)))
        #expect(decide(after: .seconds(61), random: 0) == .giveUp(.retryAfter(.seconds(61))))
        #expect(decide(after: .seconds(Int64.max), random: 0) == .giveUp(.retryAfter(.seconds(Int64.max))))
    }

    @Test func `a demand past the deadline ends the call and says how long`() {
        #expect(decide(after: .seconds(9), timeLeft: .seconds(8), random: 0) == .giveUp(.retryAfter(.seconds(9))))
        #expect(decide(after: .seconds(6), timeLeft: .seconds(8), random: 0.5) == .giveUp(.deadline))
    }

    @Test(arguments: [
        "", "0", "-0", "-1", "1e9", "Infinity", "NaN", "99999999999999999999999999", "0x10", " 5 ", "5, 6", "١٢",
        "Fri, 31 Dec 9999 23:59:59 GMT", "Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 99 Foo 0000 99:99:99 GMT", "\u{0}",
        "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func `a hostile header never traps and never shortens a wait`(text: String) {
        let wait = RetryAfter(text)?.delay(from: Date(timeIntervalSince1970: 1_800_000_000))
        let attempt = FailedAttempt(number: 1, failure: .status(429), isRepeatable: true, retryAfter: wait)
        guard case .retry(let delay) = RetryPolicy.standard.decide(attempt, random: 0) else { return }
        #expect(delay >= wait ?? .zero)
    }

    @Test func `100,000 random headers never trap`() {
        var random = SplitMix64(seed: 3)
        let alphabet = Array("0123456789-+., :GMTSunNov\u{0}é")
        for _ in 0..<100_000 {
            let text = String(
                (0..<random.next() % 32).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] })
            let wait = RetryAfter(text)?.delay(from: Date(timeIntervalSince1970: Double(random.next() >> 20)))
            let attempt = FailedAttempt(number: 1, failure: .status(429), isRepeatable: true, retryAfter: wait)
            _ = RetryPolicy.standard.decide(attempt, random: random.fraction())
        }
    }
}
