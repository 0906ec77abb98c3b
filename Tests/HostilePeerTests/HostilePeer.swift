#if os(Linux)
    import HostilePeers

    /// A client and a server whose replies are hostile. Time stands still until a call can end only by its limits.
    struct HostilePeer {
        private let reply: HostileReply
        private let index: Int
        private let service = HostileService()
        private let server: LoopbackServer
        private let clock = TestClock()
        private let client: CURLClient

        init(_ reply: HostileReply) throws {
            self.reply = reply
            index = HostileReply.all.firstIndex { $0.name == reply.name } ?? 0
            server = try LoopbackServer { [service] in service.reply(to: $0) }
            client = CURLClient(
                baseURL: server.url,
                limits: .init(deadline: .seconds(60), idle: nil, responseBytes: HostileReply.responseBytes),
                time: clock.time)
        }

        /// The outcome of the hostile reply.
        func outcome() async throws -> HostileOutcome {
            if reply.request.isOnKeptConnection { _ = try await ordinaryCall(0) }
            async let result = hostileCall()
            if reply.outcome.isTimeout {
                await service.progress.sent()
                await clock.sleepers(1)
                clock.advance(by: .seconds(60))
            }
            let outcome = HostileOutcome(await result, like: reply.outcome)
            if reply.waitsForRelease { await service.progress.release() }
            return outcome
        }

        private func hostileCall() async -> Result<APIResponse, any Error> {
            do {
                return .success(try await client.send(reply.request.makeRequest("hostile/\(index)")))
            } catch {
                return .failure(error)
            }
        }

        /// The response to an ordinary call to the same server. It has the number of the call.
        func ordinaryCall(_ number: Int) async throws -> String {
            let request = HostileRequest.ordinary(number)
            let response = try await client.send(request.makeRequest("ordinary/\(number)"))
            return "\(response.http.statusCode) \(String(decoding: response.data, as: UTF8.self))"
        }
    }

    extension HostileRequest {
        /// A GET or a POST.
        fileprivate static func ordinary(_ number: Int) -> HostileRequest {
            number.isMultiple(of: 2) ? .post : .get
        }
    }

#endif
