import EndpointCore
import Testing

/// How a credential comes, is used, is refused, and is replaced.
@Suite struct CredentialRefreshTests {
    private typealias Use = IssuedCredential<String>
    private var machine = CredentialRefresh<String>()

    private mutating func handle(
        _ event: CredentialRefresh<String>.Event, at seconds: Int = 0
    ) -> [CredentialRefresh<String>.Effect] {
        machine.handle(event, at: .seconds(seconds))
    }

    private mutating func signIn(_ credential: String = "a", expiry: Int? = nil) {
        _ = handle(.signedIn(credential, expiry: expiry.map { .seconds($0) }))
    }

    /// Lets a call begin, which must be sent at once.
    private mutating func use(_ call: UInt64, at seconds: Int = 0) throws -> Use {
        guard case .send(call, let use)? = handle(.needed(by: call), at: seconds).first else {
            throw PolicyError("The call was not sent.")
        }
        return use
    }

    @Test mutating func `the first call fetches a credential and the second waits for the same`() {
        #expect(handle(.needed(by: 1)) == [.refresh(version: 0)])
        #expect(handle(.needed(by: 2)).isEmpty)
        let use = handle(.refreshed(version: 0, "a", expiry: nil))
        #expect(use.count == 2)
        #expect(machine.use(at: .zero)?.credential == "a")
        #expect(machine.version == 1)
    }

    @Test mutating func `waiters are answered in the order in which they came`() {
        for call in UInt64(1)...50 { _ = handle(.needed(by: call)) }
        let calls = handle(.refreshed(version: 0, "a", expiry: nil)).map { effect in
            if case .send(let call, _) = effect { call } else { UInt64(0) }
        }
        #expect(calls == Array(1...50))
    }

    @Test mutating func `a refused credential is refreshed once and both calls are replayed`() throws {
        signIn()
        let (first, second) = (try use(1), try use(2))
        #expect(handle(.refused(1, first)) == [.refresh(version: 1)])
        #expect(handle(.refused(2, second)).isEmpty)
        let effects = handle(.refreshed(version: 1, "b", expiry: nil))
        #expect(effects.count == 2)
        for case .send(_, let use) in effects { #expect(use.isReplay && use.credential == "b") }
    }

    @Test mutating func `while a refused credential is refreshed nobody sends it`() throws {
        signIn()
        _ = handle(.refused(1, try use(1)))
        #expect(machine.use(at: .zero) == nil)
        #expect(handle(.needed(by: 2)).isEmpty)
    }

    @Test mutating func `a call that was late with its 401 gets the new credential without a refresh`() throws {
        signIn()
        let (first, late) = (try use(1), try use(2))
        _ = handle(.refused(1, first))
        _ = handle(.refreshed(version: 1, "b", expiry: nil))
        guard case .send(2, let use)? = handle(.refused(2, late)).first else { throw PolicyError("not sent") }
        #expect(use.credential == "b" && use.isReplay)
    }

    @Test mutating func `a replay that is refused again is the answer`() throws {
        signIn()
        _ = handle(.refused(1, try use(1)))
        guard case .send(1, let replay)? = handle(.refreshed(version: 1, "b", expiry: nil)).first else {
            throw PolicyError("not sent")
        }
        #expect(handle(.refused(1, replay)) == [.accept401(1)])
        #expect(machine.use(at: .zero)?.credential == "b")
    }

    @Test mutating func `a minute before its end it is refreshed in the background and used meanwhile`() throws {
        signIn(expiry: 300)
        #expect(machine.use(at: .seconds(239)) != nil)
        #expect(machine.use(at: .seconds(240)) == nil)
        let effects = handle(.needed(by: 1), at: 240)
        #expect(effects.last == .refresh(version: 1) && effects.count == 2)
        #expect(handle(.needed(by: 2), at: 241).count == 1)
        #expect(handle(.needed(by: 3), at: 300).isEmpty)
        #expect(handle(.refreshed(version: 1, "b", expiry: .seconds(600)), at: 301).count == 1)
    }

    @Test mutating func `a short life is refreshed at half of it`() {
        signIn(expiry: 20)
        #expect(machine.use(at: .milliseconds(9_999)) != nil)
        #expect(machine.use(at: .seconds(10)) == nil)
    }

    @Test mutating func `signing in ends the wait and makes the refresh out of date`() throws {
        #expect(handle(.needed(by: 1)) == [.refresh(version: 0)])
        guard case .send(1, let use)? = handle(.signedIn("mine", expiry: nil)).first else {
            throw PolicyError("not sent")
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
