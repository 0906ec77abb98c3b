import HostilePeers
import Testing

@testable import EndpointClient

@Suite struct HostileReplyTableTests {
    @Test func `there are at least 150 replies, each with a name of its own`() {
        #expect(Set(HostileReply.all.map(\.name)).count == HostileReply.all.count)
        #expect(HostileReply.all.count >= 150)
    }
}

#if os(Linux)
    @Suite struct CURLHandleReuseTests {
        /// A server can make these versions write to freed memory: not in each run, so that no reply shows it reliably.
        @Test(
            arguments: [
                (0x075200, true), (0x075300, false), (0x075801, false), (0x080100, false), (0x080101, true),
                (0x080a00, true),
            ] as [(UInt32, Bool)])
        func `handles of libcurl aren't used again where that is unsafe`(version: UInt32, isSafe: Bool) {
            #expect(CURLLibrary(version: version, hasHTTP2: true).canReuseHandles == isSafe)
        }
    }

    @Suite(.timeLimit(.minutes(10))) struct HostileReplyTests {
        @Test(arguments: HostileReply.all)
        func `a hostile reply has its outcome, and three further calls succeed`(_ reply: HostileReply) async throws {
            let peer = try HostilePeer(reply)
            let outcome = try await peer.outcome()
            #expect(outcome == reply.outcome(libcurl: try CURLLibrary.shared.get().version))
            for number in 1...3 { #expect(try await peer.ordinaryCall(number) == "200 answer \(number)") }
        }
    }
#endif
