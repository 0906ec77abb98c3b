import HostilePeers
import Testing

@Suite struct HostileReplyTableTests {
    @Test func `there are at least 150 replies, each with a name of its own`() {
        #expect(Set(HostileReply.all.map(\.name)).count == HostileReply.all.count)
        #expect(HostileReply.all.count >= 150)
    }
}

#if os(Linux)
    @Suite(.timeLimit(.minutes(1))) struct HostileReplyTests {
        @Test(arguments: HostileReply.all)
        func `a hostile reply has its outcome, and three further calls are right`(_ reply: HostileReply) async throws {
            let peer = try HostilePeer(reply)
            let outcome = try await peer.outcome()
            #expect(outcome == reply.outcome)
            for number in 1...3 { #expect(try await peer.ordinaryCall(number) == "200 answer \(number)") }
        }
    }
#endif
