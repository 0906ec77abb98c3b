import EndpointTesting
import Testing

/// Headers that mean harm, through the decorators that read them: 3,000 of each, 100,000 with `ENDPOINT_THOROUGH=1`.
@Suite struct HostileValuesTests {
    private static let count = isThorough ? 100_000 : 3000

    private static let pieces = [
        "0", "1", "59", "60", "61", "-1", "1.5", "1e9", "9223372036854775807", "99999999999999999999999", "NaN", "inf",
        "Thu, 01 Jan 1970 00:00:07 GMT", "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
        "Fri, 31 Dec 9999 23:59:60 GMT", "Thu, 30 Feb 2023 25:61:61 GMT", "Sun Nov  6 08:49:37 1994", " ", "\t", ",",
        ";", "=",
        "\"", "\\", "Bearer", "Basic realm=\"", "realm=x", "error=\"invalid_token\"", "é", "\u{0}", "%00", "😀", "GMT",
    ]

    private static func value(_ dice: inout SplitMix64) -> String {
        (0..<1 + dice.roll(3)).map { _ in pieces[dice.roll(pieces.count)] }.joined(
            separator: dice.roll(2) == 0 ? "" : " ")
    }

    @Test func `no header makes a call trap, hang, or come back early`() async throws {
        var dice = SplitMix64(seed: 1)
        var checked = 0, demanding = 0
        for number in 0..<Self.count {
            let clock = TestClock(), status = [401, 429, 503][number % 3]
            let headers = [
                "Retry-After": Self.value(&dice), "Date": Self.value(&dice), "WWW-Authenticate": Self.value(&dice),
            ]
            let client = client(clock) { try .answer(status, headers: headers, to: $0) }
            let response = try await client.send(.get, "x")
            #expect(response.http.statusCode == status)
            let wait = RetryAfter(headers["Retry-After"] ?? "")?.delay(from: Self.epoch) ?? .zero
            let attempts = response.retries?.attempts ?? []
            for (attempt, next) in zip(attempts, attempts.dropFirst()) {
                #expect(next.start - attempt.start >= wait)
                checked += 1
                demanding += wait > .zero ? 1 : 0
            }
        }
        #expect(checked > Self.count / 2)
        #expect(demanding > Self.count / 50)
    }

    private static let epoch = Date(timeIntervalSince1970: 0)

    private func client(
        _ clock: TestClock, _ answer: @escaping @Sendable (APIRequest) async throws -> APIResponse
    ) -> any APIClient {
        let tokens = RefreshingCredential(ExpiringCredential(.bearer("old")), clock: clock) { _ in
            ExpiringCredential(.bearer("new"))
        }
        return PunctualClient(answer).circuitBreaking(clock: clock, random: { 0 }).authorizing(with: tokens)
            .retrying(clock: LeapingClock(clock: clock), now: { Self.epoch }, random: { 0 })
            .timingOut(after: .seconds(60), clock: clock)
    }

    /// Time stands still in the decision: only the values are hostile.
    @Test func `no Retry-After makes the policy trap or wait for less`() {
        var dice = SplitMix64(seed: 2)
        var checked = 0, demanding = 0
        for _ in 0..<Self.count {
            let retryAfter = RetryAfter(Self.value(&dice))?.delay(
                from: Date(timeIntervalSince1970: Double(dice.roll(10))))
            let failed = FailedAttempt(
                number: 1 + dice.roll(3), failure: .status(503), isRepeatable: true, retryAfter: retryAfter,
                timeLeft: dice.roll(2) == 0 ? .seconds(dice.roll(100)) : nil)
            guard case .retry(let wait) = RetryPolicy.standard.decide(failed, random: dice.fraction()) else { continue }
            #expect(wait >= retryAfter ?? .zero)
            #expect(wait < failed.timeLeft ?? .seconds(1000))
            checked += 1
            demanding += (retryAfter ?? .zero) > .zero ? 1 : 0
        }
        #expect(checked > Self.count / 3)
        #expect(demanding > Self.count / 100)
    }
}
