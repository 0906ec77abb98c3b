import EndpointCore
import Testing

/// Refreshes that fail, hang, bring nothing new, or are not waited for.
@Suite struct CredentialRefreshFailureTests {
    private typealias Effect = CredentialRefresh<String>.Effect
    private var machine = CredentialRefresh<String>()

    private mutating func handle(_ event: CredentialRefresh<String>.Event, at seconds: Int = 0) -> [Effect] {
        machine.handle(event, at: .seconds(seconds))
    }

    /// A signed-in call that has just been refused, and another that waits with it.
    private mutating func refuse(at seconds: Int = 0) throws -> [Effect] {
        _ = handle(.signedIn("a", expiry: nil), at: seconds)
        guard case .send(1, let use)? = handle(.needed(by: 1), at: seconds).first else { throw PolicyError("not sent") }
        return handle(.refused(1, use), at: seconds) + handle(.needed(by: 2), at: seconds)
    }

    @Test(arguments: [CredentialError.refreshFailed, .refreshTimedOut, .refused])
    mutating func `a failure reaches everyone who waits`(error: CredentialError) throws {
        #expect(try refuse() == [.refresh(version: 1)])
        #expect(handle(.failed(version: 1, error)) == [.fail(1, error), .fail(2, error)])
    }

    @Test mutating func `after a failure the next call tries again`() {
        #expect(handle(.needed(by: 1)) == [.refresh(version: 0)])
        _ = handle(.failed(version: 0, .refreshFailed))
        #expect(handle(.needed(by: 2)) == [.refresh(version: 0)])
    }

    @Test mutating func `the credential that was just refused does not come back as a new one`() throws {
        _ = try refuse()
        #expect(handle(.refreshed(version: 1, "a", expiry: nil)) == [.fail(1, .unchanged), .fail(2, .unchanged)])
    }

    @Test mutating func `the same credential with its old end is useless and with a later one is not`() {
        _ = handle(.signedIn("a", expiry: .seconds(100)))
        #expect(handle(.needed(by: 1), at: 100) == [.refresh(version: 1)])
        #expect(handle(.refreshed(version: 1, "a", expiry: .seconds(100)), at: 101) == [.fail(1, .unchanged)])
        #expect(handle(.needed(by: 2), at: 102) == [.refresh(version: 1)])
        #expect(handle(.refreshed(version: 1, "a", expiry: .seconds(900)), at: 103).count == 1)
        #expect(machine.use(at: .seconds(104))?.credential == "a")
    }

    @Test mutating func `three refreshes in a minute are enough`() {
        for call in UInt64(1)...3 {
            #expect(handle(.needed(by: call), at: Int(call)) == [.refresh(version: 0)])
            _ = handle(.failed(version: 0, .refused), at: Int(call))
        }
        #expect(handle(.needed(by: 4), at: 4) == [.fail(4, .tooManyRefreshes(until: .seconds(61)))])
        #expect(handle(.needed(by: 5), at: 60) == [.fail(5, .tooManyRefreshes(until: .seconds(61)))])
        #expect(handle(.needed(by: 6), at: 61) == [.refresh(version: 0)])
    }

    @Test mutating func `a server that refuses every credential ends in an error and other calls go on`() throws {
        _ = handle(.signedIn("0", expiry: nil))
        for turn in 1...3 {
            guard case .send(_, let use)? = handle(.needed(by: 1)).first else { throw PolicyError("not sent") }
            _ = handle(.refused(1, use))
            _ = handle(.refreshed(version: turn, "\(turn)", expiry: nil))
        }
        guard case .send(_, let use)? = handle(.needed(by: 1)).first else { throw PolicyError("not sent") }
        #expect(handle(.refused(1, use)) == [.fail(1, .tooManyRefreshes(until: .seconds(60)))])
        #expect(handle(.needed(by: 2)).count == 1)
    }

    @Test mutating func `a background refresh that fails hurts nobody and leaves one for those in need`() {
        _ = handle(.signedIn("a", expiry: .seconds(300)))
        let refreshes = (UInt64(1)...9).map { call in
            let effects = handle(.needed(by: call), at: 290)
            return effects.count + handle(.failed(version: 1, .refreshFailed), at: 290).count - 1
        }
        #expect(refreshes == [1, 1, 0, 0, 0, 0, 0, 0, 0])
        #expect(handle(.needed(by: 10), at: 300) == [.refresh(version: 1)])
    }

    @Test mutating func `a waiter who leaves does not stop the refresh`() {
        _ = handle(.needed(by: 1))
        _ = handle(.needed(by: 2))
        #expect(handle(.cancelled(1)) == [.cancel(1)])
        #expect(handle(.cancelled(1)).isEmpty)
        #expect(handle(.refreshed(version: 0, "a", expiry: nil)).count == 1)
    }

    @Test mutating func `when all have left the refresh is still good for the next`() {
        _ = handle(.needed(by: 1))
        _ = handle(.cancelled(1))
        #expect(handle(.needed(by: 2)).isEmpty)
        #expect(handle(.refreshed(version: 0, "a", expiry: nil)).count == 1)
    }

    @Test mutating func `a refresh that comes late is as good as another`() {
        _ = handle(.needed(by: 1))
        #expect(handle(.failed(version: 0, .refreshTimedOut), at: 30) == [.fail(1, .refreshTimedOut)])
        #expect(handle(.needed(by: 2), at: 31) == [.refresh(version: 0)])
        #expect(handle(.refreshed(version: 0, "late", expiry: nil), at: 32).count == 1)
        #expect(handle(.refreshed(version: 0, "other", expiry: nil), at: 33).isEmpty)
        #expect(machine.use(at: .seconds(34))?.credential == "late")
    }

    @Test mutating func `a clock that is set back does not block refreshes for longer than a minute`() {
        for call in UInt64(1)...3 {
            _ = handle(.needed(by: call), at: 100_000)
            _ = handle(.failed(version: 0, .refreshFailed), at: 100_000)
        }
        #expect(handle(.needed(by: 4), at: 10) == [.fail(4, .tooManyRefreshes(until: .seconds(70)))])
        #expect(handle(.needed(by: 5), at: 70) == [.refresh(version: 0)])
    }
}
