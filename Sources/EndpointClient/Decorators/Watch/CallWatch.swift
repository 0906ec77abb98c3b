/// Watches the calls of a client from their beginning to their end, and hands what happens to a pump.
struct CallWatch: Sendable {
    private let pump: EventPump
    private let time: Timeline
    private let calls = Locked<UInt64>(0)

    init(_ pump: EventPump, clock: any Clock<Duration>) {
        self.pump = pump
        time = Timeline(clock)
    }

    /// Sends a watched request. The first one brings the warning along, if there is something wrong with the client.
    func send(_ request: APIRequest, to upstream: any APIClient, warning: String?) async throws -> APIResponse {
        let tell = listener(of: request)
        if tell.call == 1, let warning { tell(.warned(warning)) }
        var watched = request
        watched.context = request.context.observed { tell($0) }
        tell(.began)
        do {
            let response = try await upstream.send(watched)
            tell(.ended(.success(response)))
            return response
        } catch {
            tell(.ended(.failure(error)))
            throw error
        }
    }

    private func listener(of request: APIRequest) -> CallListener {
        let call = calls.withLock { count in
            count += 1
            return count
        }
        return CallListener(call: call, request: request, start: time.now(), now: time.now, pump: pump)
    }
}

/// Makes events of one call's steps.
private struct CallListener: Sendable {
    let call: UInt64
    let request: APIRequest
    let start: Duration
    let now: @Sendable () -> Duration
    let pump: EventPump

    func callAsFunction(_ step: CallStep) {
        pump.add(CallEvent(call: call, request: request, elapsed: now() - start, step: step))
    }
}
