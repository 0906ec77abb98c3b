import Testing

@testable import EndpointClient
@testable import EndpointCore
@testable import EndpointTesting

@Suite struct DeadlineTests {
    private let clock = TestClock()

    @Test(
        arguments: [
            (.call, .context, "The call took longer than 20 s, its deadline."),
            (.call, .decorator, "The call took longer than 20 s, the limit of `timingOut(after:)`."),
            (.call, .stack(isDefault: false), "The call took longer than 20 s, the `deadline` of its client stack."),
            (
                .call, .stack(isDefault: true),
                "The call took longer than 20 s, the default of `standard`. For another limit set `deadline` there, "
                    + "or `timeouts.call` of the endpoint or the call."
            ),
            (.call, .endpoint, "The call took longer than 20 s, the `timeouts.call` of the endpoint."),
            (.attempt, .context, "The attempt waited longer than 20 s, the `attemptLimit` of its context."),
            (.attempt, .decorator, "The attempt waited longer than 20 s, the limit of `timingOut(eachAttemptAfter:)`."),
            (
                .attempt, .stack(isDefault: true),
                "The attempt waited longer than 20 s, the default of `standard`. For another limit set "
                    + "`attemptDeadline` there, or `timeouts.head` of the endpoint or the call."
            ),
            (.attempt, .call, "The attempt waited longer than 20 s, the `timeouts.head` of the call."),
            (.exchanges, .client, "The call took longer than 20 s, the client's limit `deadline`."),
            (.silence, .client, "Nothing was sent or received for 20 s, the client's limit `idle`."),
            (.silence, .request, "Nothing was sent or received for 20 s, the `timeoutInterval` of the request."),
            (
                .firstElement, .endpoint,
                "The first element of the stream did not arrive within 20 s, the `timeouts.firstElement` of the endpoint."
            ),
            (
                .betweenElements, .call,
                "The next element of the stream did not arrive within 20 s, the `timeouts.betweenElements` of the call."
            ),
        ] as [(Deadline.Subject, Deadline.Source, String)])
    func `the error names the limit and where it was set`(
        subject: Deadline.Subject, source: Deadline.Source, sentence: String
    ) {
        let limit = Deadline.Limit(.seconds(20), from: source)
        let error = Deadline(after: limit, of: subject, on: clock.time).error as? URLError
        #expect(error?.code == .timedOut)
        #expect(error?.localizedDescription == sentence)
    }

    @Test func `the deadline of a refresh has the error of the refresh`() {
        let deadline = Deadline(after: .seconds(20), of: .refresh, on: clock.time)
        #expect(deadline.error as? CredentialError == .refreshTimedOut)
    }

    @Test func `a time that does not count extends it`() {
        var deadline = Deadline(after: .seconds(20), of: .attempt, on: clock.time)
        clock.advance(by: .seconds(15))
        deadline.extend(by: .seconds(10))
        #expect(deadline.timeLeft == .seconds(15))
        #expect(deadline.end == .seconds(30))
    }

    @Test func `all copies end later while a body flows, also on another time source`() {
        let other = TestClock()
        other.advance(by: .seconds(100))
        let deadline = Deadline(
            after: .init(.seconds(20), from: .client), of: .call, on: clock.time, without: UploadFlow())
        let copy = deadline.converted(to: other.time)
        deadline.record(.sent(5 << 10), at: clock.time.now())
        #expect(deadline.end == .seconds(25))
        #expect(copy.end == .seconds(125))
        clock.advance(by: .seconds(2))
        copy.record(.complete, at: clock.time.now())
        #expect(deadline.end == .seconds(22))
        #expect(deadline.converted(to: other.time).timeLeft == .seconds(20))
    }

    @Test func `an alarm goes off at the end that a flow has moved`() async throws {
        let rung = Tally()
        let deadline = Deadline(
            after: .init(.seconds(20), from: .client), of: .call, on: clock.time, without: UploadFlow())
        let cancel = deadline.onExpiry(orOn: clock.time) { rung.add() }
        defer { cancel() }
        deadline.record(.sent(5 << 10), at: .zero)
        await clock.sleepers(1)
        clock.advance(by: .seconds(20))
        await clock.sleepers(1)
        #expect(rung.count == 0)
        clock.advance(by: .seconds(5))
        try await rung.reached(1)
    }

    @Test func `the whole limit can begin again`() {
        var deadline = Deadline(after: .seconds(20), of: .silence, on: clock.time)
        deadline.restart(at: .seconds(15))
        #expect(deadline.end == .seconds(35))
    }

    @Test func `of two on different time sources the one with less time left is earlier`() {
        let other = TestClock()
        other.advance(by: .seconds(100))
        let late = Deadline(after: .seconds(20), of: .call, on: clock.time)
        let early = Deadline(after: .seconds(10), of: .call, on: other.time)
        #expect(late.earlier(early).timeLeft == .seconds(10))
        #expect(early.earlier(late).timeLeft == .seconds(10))
        #expect(early.converted(to: clock.time).end == .seconds(10))
    }

    @Test func `one without alarms of its own uses those of another time source`() async throws {
        let rung = Tally()
        let deadline = Deadline(after: .seconds(20)) { .seconds(5) }
        let cancel = deadline.onExpiry(orOn: clock.time) { rung.add() }
        defer { cancel() }
        await clock.sleepers(1)
        clock.advance(by: .seconds(5))
        try await rung.reached(1)
    }

    @Test(arguments: [Duration.seconds(Int64.max), .seconds(Int64.max) * 18, .zero - .seconds(Int64.max)])
    func `no limit is too long or too short`(limit: Duration) {
        clock.advance(by: .seconds(Int64.max))
        var deadline = Deadline(after: limit, of: .call, on: clock.time)
        #expect((deadline.timeLeft > .zero) == (limit > .zero))
        deadline.restart(at: clock.time.now())
        #expect((deadline.timeLeft > .zero) == (limit > .zero))
    }
}
