import TestSupport
import Testing

@testable import EndpointClient

/// How a credential is obtained, used, refused, and replaced.
@Suite struct CredentialRefreshTests {
    private typealias Use = IssuedCredential<String>
    private var machine = WaitingCalls<String>()

    private mutating func handle(
        _ event: WaitingCalls<String>.Event, at seconds: Int = 0
    ) -> [WaitingCalls<String>.Effect] {
        machine.handle(event, at: .seconds(seconds))
    }

    private mutating func signIn(_ credential: String = "a", expiry: Int? = nil) {
        _ = handle(.signedIn(credential, expiry: expiry.map { .seconds($0) }))
    }

    /// Starts a call, which must be sent immediately.
    private mutating func use(_ call: UInt64, at seconds: Int = 0) throws -> Use {
        guard case .send(call, let use)? = handle(.needed(by: call), at: seconds).first else {
            throw Unexpected("The call was not sent.")
        }
        return use
    }

    @Test mutating func `the first call fetches a credential and the second waits for it`() {
        #expect(handle(.needed(by: 1)) == [.refresh(version: 0)])
        #expect(handle(.needed(by: 2)).isEmpty)
        let use = handle(.refreshed(version: 0, "a", expiry: nil))
        #expect(use.count == 2)
        #expect(machine.use(at: .zero)?.credential == "a")
        #expect(machine.version == 1)
    }

    @Test mutating func `waiters are answered in the order of their calls`() {
        for call in UInt64(1)...50 { _ = handle(.needed(by: call)) }
        let calls = handle(.refreshed(version: 0, "a", expiry: nil)).map { effect in
            if case .send(let call, _) = effect { call } else { UInt64(0) }
        }
        #expect(calls == Array(1...50))
    }

    @Test mutating func `a credential is renewed before its end although only one refresh is allowed`() {
        machine = WaitingCalls(CredentialRefreshPolicy(limit: 1))
        signIn(expiry: 600)
        #expect(handle(.needed(by: 1), at: 540).last == .refresh(version: 1))
    }

    @Test mutating func `a refused credential is refreshed once and both calls are replayed`() throws {
        signIn()
        let (first, second) = (try use(1), try use(2))
        #expect(handle(.refused(1, first, by: "GET x")) == [.refresh(version: 1)])
        #expect(handle(.refused(2, second, by: "GET x")).isEmpty)
        let effects = handle(.refreshed(version: 1, "b", expiry: nil))
        #expect(effects.count == 2)
        for case .send(_, let use) in effects { #expect(use.isReplay && use.credential == "b") }
    }

    @Test mutating func `a refused replay with an older credential says nothing about the current one`() throws {
        signIn()
        _ = handle(.refused(1, try use(1), by: "GET x"))
        guard case .send(_, let replay)? = handle(.refreshed(version: 1, "b", expiry: nil)).first else {
            throw Unexpected("The call was not replayed.")
        }
        signIn("c")
        #expect(handle(.refused(1, replay, by: "GET x")) == [.accept401(1)])
        #expect(handle(.refused(2, try use(2), by: "GET x")) == [.refresh(version: 3)])
    }

    @Test mutating func `a refused credential isn't sent while it is refreshed`() throws {
        signIn()
        _ = handle(.refused(1, try use(1), by: "GET x"))
        #expect(machine.use(at: .zero) == nil)
        #expect(handle(.needed(by: 2)).isEmpty)
    }

    @Test mutating func `a call with a late 401 gets the new credential without a refresh`() throws {
        signIn()
        let (first, late) = (try use(1), try use(2))
        _ = handle(.refused(1, first, by: "GET x"))
        _ = handle(.refreshed(version: 1, "b", expiry: nil))
        guard case .send(2, let use)? = handle(.refused(2, late, by: "GET x")).first else {
            throw Unexpected("not sent")
        }
        #expect(use.credential == "b" && use.isReplay)
    }

    @Test mutating func `a 401 for a replay is the answer`() throws {
        signIn()
        _ = handle(.refused(1, try use(1), by: "GET x"))
        guard case .send(1, let replay)? = handle(.refreshed(version: 1, "b", expiry: nil)).first else {
            throw Unexpected("not sent")
        }
        #expect(handle(.refused(1, replay, by: "GET x")) == [.accept401(1)])
        #expect(machine.use(at: .zero)?.credential == "b")
    }

    @Test mutating func `a credential is refreshed in the background a minute before its end and still used`() throws {
        signIn(expiry: 300)
        #expect(machine.use(at: .seconds(239)) != nil)
        #expect(machine.use(at: .seconds(240)) == nil)
        let effects = handle(.needed(by: 1), at: 240)
        #expect(effects.last == .refresh(version: 1) && effects.count == 2)
        #expect(handle(.needed(by: 2), at: 241).count == 1)
        #expect(handle(.needed(by: 3), at: 300).isEmpty)
        #expect(handle(.refreshed(version: 1, "b", expiry: .seconds(600)), at: 301).count == 1)
    }

    @Test mutating func `a short-lived credential is refreshed when a quarter of its lifetime is left`() {
        signIn(expiry: 20)
        #expect(machine.use(at: .milliseconds(14_999)) != nil)
        #expect(machine.use(at: .seconds(15)) == nil)
    }

    @Test mutating func `signing in ends the wait and makes the refresh out of date`() throws {
        #expect(handle(.needed(by: 1)) == [.refresh(version: 0)])
        guard case .send(1, let use)? = handle(.signedIn("mine", expiry: nil)).first else {
            throw Unexpected("not sent")
        }
        #expect(use.credential == "mine")
        #expect(handle(.refreshed(version: 0, "late", expiry: nil)).isEmpty)
        #expect(handle(.failed(version: 0, .refused)).isEmpty)
        #expect(machine.use(at: .zero)?.credential == "mine")
    }

    @Test mutating func `signing out ends the wait and makes the refresh out of date`() {
        _ = handle(.needed(by: 1))
        #expect(handle(.signedOut) == [.fail(1, .signedOut)])
        #expect(handle(.refreshed(version: 0, "late", expiry: nil)).isEmpty)
        #expect(machine.use(at: .zero) == nil)
    }
}

/// Refreshes that fail, hang, return nothing new, or have no waiting calls.
@Suite struct CredentialRefreshFailureTests {
    private typealias Effect = WaitingCalls<String>.Effect
    private var machine = WaitingCalls<String>()

    private mutating func handle(_ event: WaitingCalls<String>.Event, at seconds: Int = 0) -> [Effect] {
        machine.handle(event, at: .seconds(seconds))
    }

    /// A signed-in call that has just been refused, and another that waits with it.
    private mutating func refuse(at seconds: Int = 0) throws -> [Effect] {
        _ = handle(.signedIn("a", expiry: nil), at: seconds)
        guard case .send(1, let use)? = handle(.needed(by: 1), at: seconds).first else { throw Unexpected("not sent") }
        return handle(.refused(1, use, by: "GET x"), at: seconds) + handle(.needed(by: 2), at: seconds)
    }

    @Test(arguments: [CredentialError.refreshFailed, .refreshTimedOut, .refused])
    mutating func `a failed refresh fails every waiting call`(error: CredentialError) throws {
        #expect(try refuse() == [.refresh(version: 1)])
        #expect(handle(.failed(version: 1, error)) == [.fail(1, error), .fail(2, error)])
    }

    @Test(arguments: [
        (0.0, 300, [1, 3, 12, 48, 150, 150]), (0.5, 300, [1.5, 6.75, 37.125, 204.1875, 225]),
        (0.0, 8, [1, 3, 4, 4]), (1, 8, [2, 8, 8]),
    ])
    mutating func `a pause is three to six times as long as refreshes fail, and calls in it get the last error`(
        random: Double, longest: Int, pauses: [Double]
    ) {
        machine = WaitingCalls(CredentialRefreshPolicy(longestPause: .seconds(longest)))
        machine.random = random
        var now = Duration.zero
        for pause in pauses {
            #expect(machine.handle(.needed(by: 1), at: now) == [.refresh(version: 0)])
            #expect(machine.handle(.failed(version: 0, .refused), at: now) == [.fail(1, .refused)])
            now += .seconds(pause)
            #expect(machine.handle(.needed(by: 2), at: now - .milliseconds(1)) == [.fail(2, .refused)])
        }
    }

    @Test mutating func `a failure long ago doesn't make the pause after the next one longer`() {
        for start in [0, 601] {
            #expect(handle(.needed(by: 1), at: start) == [.refresh(version: 0)])
            _ = handle(.failed(version: 0, .refreshFailed), at: start)
        }
        #expect(handle(.needed(by: 2), at: 602) == [.refresh(version: 0)])
    }

    @Test(arguments: [true, false])
    mutating func `a new or removed credential ends the pause after failures`(comes: Bool) {
        for time in [0, 1] {
            _ = handle(.needed(by: 1), at: time)
            _ = handle(.failed(version: 0, .refreshFailed), at: time)
        }
        _ = handle(comes ? .signedIn("a", expiry: .seconds(2)) : .signedOut, at: 1)
        #expect(handle(.needed(by: 2), at: 2) == [.refresh(version: 1)])
        _ = handle(.failed(version: 1, .refreshFailed), at: 2)
        #expect(handle(.needed(by: 3), at: 3) == [.refresh(version: 1)])
    }

    @Test mutating func `a token server that is down for three seconds locks nobody out afterwards`() {
        var refreshes: [Int] = []
        for time in 0..<20 where handle(.needed(by: UInt64(time)), at: time).first == .refresh(version: 0) {
            refreshes.append(time)
            _ = handle(
                time < 3 ? .failed(version: 0, .refreshFailed) : .refreshed(version: 0, "a", expiry: nil), at: time)
        }
        #expect(refreshes == [0, 1, 4])
    }

    @Test mutating func `a refused credential isn't sent again after a failed refresh`() throws {
        #expect(try refuse() == [.refresh(version: 1)])
        _ = handle(.failed(version: 1, .refreshFailed))
        #expect(machine.standing == nil)
        #expect(handle(.needed(by: 3)) == [.fail(3, .refreshFailed)])
        #expect(handle(.needed(by: 4), at: 1) == [.refresh(version: 1)])
        #expect(machine.held == "a")
    }

    /// Sends a call, which is refused; then, if there is a refresh, its replay is refused as well.
    private mutating func refuseTwice(_ call: UInt64, by resource: String, at second: Int) throws -> Bool {
        guard case .send(_, let use)? = handle(.needed(by: call), at: second).first else {
            throw Unexpected("not sent")
        }
        if handle(.refused(call, use, by: resource), at: second) == [.accept401(call)] { return false }
        let effects = handle(.refreshed(version: use.version, "t\(call)", expiry: nil), at: second)
        guard case .send(_, let replay)? = effects.first else { throw Unexpected("not replayed") }
        #expect(handle(.refused(call, replay, by: resource), at: second) == [.accept401(call)])
        return true
    }

    @Test mutating func `a resource that refuses two new credentials causes one refresh a minute`() throws {
        _ = handle(.signedIn("a", expiry: nil))
        let refreshes = try (0...121).filter { try refuseTwice(UInt64($0), by: "GET admin", at: $0) }
        #expect(refreshes == [0, 1, 61, 121])
        #expect(try refuseTwice(999, by: "GET books", at: 122))
        #expect(try refuseTwice(1000, by: "GET admin", at: 122))
    }

    @Test mutating func `a bad first credential after a revoked session locks a path out for a second only`() throws {
        _ = handle(.signedIn("revoked", expiry: nil))
        #expect(try refuseTwice(1, by: "GET x", at: 0))
        guard case .send(2, let use)? = handle(.needed(by: 2), at: 1).first else { throw Unexpected("not sent") }
        #expect(handle(.refused(2, use, by: "GET x"), at: 1) == [.refresh(version: 2)])
        guard case .send(2, let replay)? = handle(.refreshed(version: 2, "good", expiry: nil), at: 1).first else {
            throw Unexpected("not replayed")
        }
        #expect(replay.credential == "good")
    }

    @Test mutating func `a hundred calls that are refused together count as one refusal of a new credential`() throws {
        _ = handle(.signedIn("a", expiry: nil))
        let uses = try (UInt64(1)...100).map { call in
            guard case .send(_, let use)? = handle(.needed(by: call)).first else { throw Unexpected("not sent") }
            return use
        }
        for (call, use) in zip(UInt64(1)..., uses) { _ = handle(.refused(call, use, by: "GET x")) }
        for case .send(let call, let replay) in handle(.refreshed(version: 1, "b", expiry: nil)) {
            #expect(handle(.refused(call, replay, by: "GET x")) == [.accept401(call)])
        }
        #expect(try refuseTwice(101, by: "GET x", at: 1))
    }

    @Test mutating func `after an invalid grant no refresh starts until a sign-in`() throws {
        _ = try refuse()
        #expect(handle(.failed(version: 1, .invalidGrant)) == [.fail(1, .invalidGrant), .fail(2, .invalidGrant)])
        #expect(handle(.needed(by: 3), at: 100_000) == [.fail(3, .invalidGrant)])
        _ = handle(.signedOut, at: 100_001)
        #expect(handle(.needed(by: 4), at: 200_000) == [.fail(4, .invalidGrant)])
        _ = handle(.signedIn("b", expiry: .seconds(200_020)), at: 200_010)
        #expect(handle(.needed(by: 5), at: 200_030) == [.refresh(version: 3)])
    }

    @Test mutating func `after an invalid grant in the background the credential is used until it is refused`() throws {
        _ = handle(.signedIn("a", expiry: .seconds(300)))
        guard case .send(1, let use)? = handle(.needed(by: 1), at: 250).first else { throw Unexpected("not sent") }
        _ = handle(.failed(version: 1, .invalidGrant), at: 250)
        #expect(handle(.needed(by: 2), at: 260) == [.send(2, use)])
        #expect(handle(.refused(1, use, by: "GET x"), at: 261) == [.fail(1, .invalidGrant)])
        #expect(handle(.needed(by: 3), at: 262) == [.fail(3, .invalidGrant)])
    }

    @Test mutating func `a refresh that brings the refused credential fails as unchanged`() throws {
        _ = try refuse()
        #expect(handle(.refreshed(version: 1, "a", expiry: nil)) == [.fail(1, .unchanged), .fail(2, .unchanged)])
    }

    @Test mutating func `a failed refresh without waiters is reported unless it is out of date`() {
        #expect(handle(.needed(by: 1)) == [.refresh(version: 0)])
        #expect(handle(.cancelled(1)) == [.cancel(1)])
        #expect(handle(.failed(version: 0, .refused)) == [.report(.refused)])
        #expect(handle(.needed(by: 2), at: 1) == [.refresh(version: 0)])
        _ = handle(.signedOut, at: 1)
        #expect(handle(.failed(version: 0, .refused), at: 1).isEmpty)
    }

    @Test mutating func `the same credential is useless with its old end, but not with a later one`() {
        _ = handle(.signedIn("a", expiry: .seconds(100)))
        #expect(handle(.needed(by: 1), at: 100) == [.refresh(version: 1)])
        #expect(handle(.refreshed(version: 1, "a", expiry: .seconds(100)), at: 101) == [.fail(1, .unchanged)])
        #expect(handle(.needed(by: 2), at: 102) == [.refresh(version: 1)])
        #expect(handle(.refreshed(version: 1, "a", expiry: .seconds(900)), at: 103).count == 1)
        #expect(machine.use(at: .seconds(104))?.credential == "a")
    }

    @Test mutating func `at most three refreshes in a minute may bring a credential that has expired`() {
        for call in 1...3 {
            #expect(handle(.needed(by: UInt64(call)), at: call) == [.refresh(version: call - 1)])
            _ = handle(.refreshed(version: call - 1, "\(call)", expiry: .seconds(call)), at: call)
        }
        #expect(handle(.needed(by: 4), at: 4) == [.fail(4, .tooManyRefreshes(retryAfter: .seconds(57)))])
        #expect(handle(.needed(by: 5), at: 60) == [.fail(5, .tooManyRefreshes(retryAfter: .seconds(1)))])
        #expect(handle(.needed(by: 6), at: 61) == [.refresh(version: 3)])
    }

    @Test mutating func `a server that refuses every credential causes an error, and other calls continue`() throws {
        _ = handle(.signedIn("0", expiry: nil))
        for turn in 1...3 {
            guard case .send(_, let use)? = handle(.needed(by: 1)).first else { throw Unexpected("not sent") }
            _ = handle(.refused(1, use, by: "GET x"))
            _ = handle(.refreshed(version: turn, "\(turn)", expiry: nil))
        }
        guard case .send(_, let use)? = handle(.needed(by: 1)).first else { throw Unexpected("not sent") }
        #expect(handle(.refused(1, use, by: "GET x")) == [.fail(1, .tooManyRefreshes(retryAfter: .seconds(60)))])
        #expect(handle(.needed(by: 2)).count == 1)
    }

    @Test mutating func `a failed background refresh is reported, fails no call and is retried after the expiry`() {
        _ = handle(.signedIn("a", expiry: .seconds(300)))
        let effects = (UInt64(1)...9).flatMap { call in
            handle(.needed(by: call), at: 290).dropFirst() + handle(.failed(version: 1, .refreshFailed), at: 290)
        }
        #expect(effects == [.refresh(version: 1), .report(.refreshFailed)])
        #expect(handle(.needed(by: 10), at: 299).count == 1)
        #expect(handle(.needed(by: 11), at: 300) == [.refresh(version: 1)])
    }

    @Test mutating func `refreshes after a 401 leave those of a credential that expires alone`() throws {
        _ = handle(.signedIn("a", expiry: nil))
        for second in 0..<3 { #expect(try refuseTwice(UInt64(second), by: "GET \(second)", at: second)) }
        _ = handle(.signedIn("b", expiry: .seconds(13)), at: 3)
        guard case .send(9, let use)? = handle(.needed(by: 9), at: 3).first else { throw Unexpected("not sent") }
        #expect(
            handle(.refused(9, use, by: "GET x"), at: 3) == [.fail(9, .tooManyRefreshes(retryAfter: .seconds(57)))])
        #expect(handle(.needed(by: 10), at: 13) == [.refresh(version: 5)])
    }

    @Test mutating func `a waiter that leaves doesn't stop the refresh`() {
        _ = handle(.needed(by: 1))
        _ = handle(.needed(by: 2))
        #expect(handle(.cancelled(1)) == [.cancel(1)])
        #expect(handle(.cancelled(1)).isEmpty)
        #expect(handle(.refreshed(version: 0, "a", expiry: nil)).count == 1)
    }

    @Test mutating func `a refresh without waiters serves the next call`() {
        _ = handle(.needed(by: 1))
        _ = handle(.cancelled(1))
        #expect(handle(.needed(by: 2)).isEmpty)
        #expect(handle(.refreshed(version: 0, "a", expiry: nil)).count == 1)
    }

    @Test mutating func `a late refresh counts as much as another`() {
        _ = handle(.needed(by: 1))
        #expect(handle(.failed(version: 0, .refreshTimedOut), at: 30) == [.fail(1, .refreshTimedOut)])
        #expect(handle(.needed(by: 2), at: 31) == [.refresh(version: 0)])
        #expect(handle(.refreshed(version: 0, "late", expiry: nil), at: 32).count == 1)
        #expect(handle(.refreshed(version: 0, "other", expiry: nil), at: 33).isEmpty)
        #expect(machine.use(at: .seconds(34))?.credential == "late")
    }

    @Test mutating func `setting the clock back doesn't block refreshes for longer than a minute`() {
        for call in 0..<3 {
            _ = handle(.needed(by: UInt64(call)), at: 100_000)
            _ = handle(.refreshed(version: call, "\(call)", expiry: .zero), at: 100_000)
        }
        #expect(handle(.needed(by: 4), at: 10) == [.fail(4, .tooManyRefreshes(retryAfter: .seconds(60)))])
        #expect(handle(.needed(by: 5), at: 70) == [.refresh(version: 3)])
    }

    @Test mutating func `setting the clock back doesn't prolong the pause after a failure`() {
        _ = handle(.needed(by: 1), at: 100_000)
        _ = handle(.failed(version: 0, .refreshFailed), at: 100_000)
        #expect(handle(.needed(by: 2), at: 10) == [.fail(2, .refreshFailed)])
        #expect(handle(.needed(by: 3), at: 11) == [.refresh(version: 0)])
    }
}

extension WaitingCalls {
    /// The credential that is sent without a decision at this time.
    fileprivate func use(at now: Duration) -> IssuedCredential<Token>? {
        guard let (use, end) = standing else { return nil }
        return end.map { $0 <= now } ?? false ? nil : use
    }
}
