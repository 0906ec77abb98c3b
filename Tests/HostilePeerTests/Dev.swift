import HostilePeers
import Testing
#if os(Linux)
    @Suite(.serialized) struct DevTests {
        @Test(.enabled(if: ProcessInfo.processInfo.environment["HDEV"] != nil)) func dev() async throws {
            let only = ProcessInfo.processInfo.environment["HDEV"] ?? ""
            for reply in HostileReply.all where only == "1" || reply.name.contains(only) {
                let peer = try HostilePeer(reply)
                let start = Date()
                let watchdog = Thread { Thread.sleep(forTimeInterval: 6); FileHandle.standardError.write(Data("SLOW \(reply.name)\n".utf8)) }
                _ = watchdog
                FileHandle.standardError.write(Data("@ \(reply.name)\n".utf8))
                let task = Task { () -> String in
                    let outcome = try await peer.outcome()
                    var text = outcome == reply.outcome ? "ok" : "DIFF got \(outcome) want \(reply.outcome)"
                    for number in 1...3 {
                        let answer = try await peer.ordinaryCall(number)
                        if answer != "200 answer \(number)" { text += " WRONG \(number) \(answer)" }
                    }
                    return text
                }
                let killer = Task { try await Task.sleep(for: .seconds(8)); task.cancel() }
                let text = await task.result
                killer.cancel()
                FileHandle.standardError.write(Data("= \(reply.name) | \(text) | \(Int(Date().timeIntervalSince(start) * 1000)) ms\n".utf8))
            }
        }
    }
#endif
