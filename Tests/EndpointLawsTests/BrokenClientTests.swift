import EndpointLaws
import TestSupport
import Testing

@Suite(.serialized) struct BrokenClientTests {
    private static let damages = Damage.ofRequests.merging(Damage.ofResponses) { $1 }
        .merging(Damage.ofStreams) { $1 }.merging(Damage.ofCalls) { $1 }

    /// The laws that the client keeps that is broken here.
    private static let laws = ClientLaws.all.filter { LawSubject.liveExceptions[$0] == nil }

    private func subject(breaking law: ClientLaw, timeLimit: Duration = .seconds(30)) throws -> ClientLawSubject {
        let damage = try #require(Self.damages[law])
        return ClientLawSubject(except: LawSubject.liveExceptions, timeLimit: timeLimit) { server in
            BrokenClient(good: LawSubject.liveClient(server), server: server, damage: damage.make())
        }
    }

    @Test func `each law has a broken client`() {
        #expect(Set(Self.damages.keys) == Set(ClientLaws.all))
        #expect(Set(ClientLaws.all.map(\.id)).count == ClientLaws.all.count)
        #expect(ClientLaws.all.count >= 60)
    }

    @Test(arguments: laws) func `a client that breaks a law fails it`(law: ClientLaw) async throws {
        let limit: Duration = Damage.hanging.contains(law) ? .milliseconds(500) : .seconds(30)
        let result = await (try subject(breaking: law, timeLimit: limit)).check(law)
        #expect(result.violation != nil, "\(result)")
    }

    @Test(arguments: laws) func `a client that breaks a law fails no other law`(law: ClientLaw) async throws {
        let others = Self.laws.filter { $0 != law && (isThorough || $0.category == law.category) }
        let report = await (try subject(breaking: law)).check(others)
        #expect(report.violations.isEmpty, "\(report)")
    }
}
