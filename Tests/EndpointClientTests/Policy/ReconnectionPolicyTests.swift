import Testing

@testable import EndpointClient
@testable import EndpointCore

@Suite struct ReconnectionPolicyTests {
    private let policy = ReconnectionPolicy()

    @Test(
        arguments: [
            (nil, 3), (.zero, 0.1), (.milliseconds(50), 0.1), (.milliseconds(700), 0.7), (.seconds(600), 600),
            (.seconds(86_400), 3600),
        ] as [(Duration?, Double)])
    func `the server sets the wait within bounds`(retry: Duration?, seconds: Double) {
        #expect(policy.wait(after: StreamEnding(retry: retry), random: 0) == .seconds(seconds))
    }

    @Test func `a random part is added to the wait`() {
        #expect(policy.wait(after: StreamEnding(), random: 0.5) == .seconds(4.5))
        #expect(policy.wait(after: StreamEnding(retry: .seconds(600)), random: 0.5) == .seconds(900))
    }

    @Test(arguments: [(1, 6), (2, 12), (3, 24), (4, 48), (5, 60), (10, 60)])
    func `failures in a row double the longest wait`(failures: Int, seconds: Int) throws {
        let ending = StreamEnding(failure: .transport(.networkConnectionLost), failures: failures)
        let wait = try #require(policy.wait(after: ending, random: 0.999_999))
        #expect(abs(wait.inSeconds - Double(seconds)) < 0.001)
        #expect(policy.wait(after: ending, random: 0) == .seconds(3))
    }

    @Test func `too many failures end a stream`() {
        let failure = RetryFailure.transport(.timedOut)
        #expect(policy.wait(after: StreamEnding(failure: failure, failures: 11), random: 0) == nil)
        let patient = ReconnectionPolicy(failures: .max)
        #expect(patient.wait(after: StreamEnding(failure: failure, failures: 1_000_000), random: 0.5) == .seconds(31.5))
        let impatient = ReconnectionPolicy(failures: 0)
        #expect(impatient.wait(after: StreamEnding(failure: failure, failures: 1), random: 0) == nil)
        #expect(impatient.wait(after: StreamEnding(), random: 0) == .seconds(3))
    }

    @Test(arguments: [(200, true), (206, true), (204, false), (205, false)])
    func `a 204 ends a stream for good`(status: Int, goesOn: Bool) {
        #expect((policy.wait(after: StreamEnding(status: status), random: 0) != nil) == goesOn)
    }

    @Test(
        arguments: [
            (.status(503), true), (.status(429), true), (.status(404), false), (.status(401), false),
            (.permanent, false),
            (.cancelled, false), (.transport(.networkConnectionLost), true),
            (.transport(.notConnectedToInternet), true),
            (.transport(.serverCertificateUntrusted), false), (.breakerOpen(retryAfter: .seconds(1)), true),
        ] as [(RetryFailure, Bool)])
    func `only temporary failures don't end a stream`(failure: RetryFailure, goesOn: Bool) {
        #expect((policy.wait(after: StreamEnding(failure: failure, failures: 1), random: 0) != nil) == goesOn)
    }

    @Test func `a Retry-After is obeyed unless it is too long`() {
        func wait(_ seconds: Int) -> Duration? {
            policy.wait(
                after: StreamEnding(failure: .status(503), failures: 1, retryAfter: .seconds(seconds)), random: 0)
        }
        #expect(wait(1) == .seconds(3))
        #expect(wait(20) == .seconds(20))
        #expect(wait(3601) == nil)
    }

    @Test func `a request that a circuit breaker refuses waits until it may be sent`() {
        func wait(_ seconds: Int, failures: Int = 1) -> Duration? {
            let refused = RetryFailure.breakerOpen(retryAfter: .seconds(seconds))
            return policy.wait(after: StreamEnding(failure: refused, failures: failures), random: 0)
        }
        #expect(wait(1) == .seconds(3))
        #expect(wait(20) == .seconds(20))
        #expect(wait(20, failures: 11) == nil)
    }

    @Test func `a request that must not be sent again ends the stream`() {
        #expect(policy.wait(after: StreamEnding(isRepeatable: false), random: 0) == nil)
    }

    @Test func `a wait is limited and never shorter than asked for`() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<10_000 {
            let retry = Duration.milliseconds(Int64.random(in: 0...(1 << 40), using: &random))
            let failures = Int.random(in: 0...10, using: &random)
            let failure: RetryFailure? = failures == 0 ? nil : .transport(.timedOut)
            let ending = StreamEnding(failure: failure, failures: failures, retry: retry)
            let wait = policy.wait(after: ending, random: Double.random(in: 0..<1, using: &random))
            let asked = min(max(retry, policy.shortestRetry), policy.longestRetry)
            #expect((asked...max(asked * 2, policy.cap)).contains(wait ?? .zero))
        }
    }

    /// Changes that set wrong values, each with one that sets right values of the same meaning.
    static let hostile: [(@Sendable (inout ReconnectionPolicy) -> Void, @Sendable (inout ReconnectionPolicy) -> Void)] =
        [
            ({ $0.failures = -1 }, { $0.failures = 0 }), ({ $0.failures = .min }, { $0.failures = 0 }),
            ({ $0.base = .seconds(90) }, { ($0.base, $0.cap) = (.seconds(90), .seconds(90)) }),
            ({ $0.base = .seconds(-1) }, { $0.base = .zero }),
            ({ $0.base = .seconds(Int64.max) }, { ($0.base, $0.cap) = (.longest, .longest) }),
            ({ $0.cap = .seconds(Int64.min) }, { $0.cap = $0.base }),
            ({ $0.cap = .seconds(Int64.max) }, { $0.cap = .longest }),
            ({ $0.shortestRetry = .seconds(3601) }, { $0.shortestRetry = .seconds(3600) }),
            ({ $0.shortestRetry = .seconds(-1) }, { $0.shortestRetry = .zero }),
            ({ $0.longestRetry = .seconds(-1) }, { ($0.shortestRetry, $0.longestRetry) = (.zero, .zero) }),
            ({ $0.longestRetry = .seconds(Int64.max) }, { $0.longestRetry = .longest }),
        ]

    @Test(arguments: hostile.indices) func `a value outside its range counts as the nearest one`(index: Int) {
        var (wrong, right) = (ReconnectionPolicy.standard, ReconnectionPolicy.standard)
        Self.hostile[index].0(&wrong)
        Self.hostile[index].1(&right)
        for failures in [0, 1, 5, 10, 11, 100] {
            for retry in [nil, .zero, .seconds(5), .seconds(4000), .longest] as [Duration?] {
                let ending = StreamEnding(
                    failure: failures == 0 ? nil : .transport(.timedOut), failures: failures, retry: retry)
                #expect(wrong.wait(after: ending, random: 0.7) == right.wait(after: ending, random: 0.7))
            }
        }
    }

    @Test func `a base above the default of the cap is kept`() {
        let wait = ReconnectionPolicy(base: .seconds(90)).wait(after: StreamEnding(), random: 0)
        #expect(wait == .seconds(90))
    }
}
