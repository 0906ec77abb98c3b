import EndpointTesting

/// The server's side of the run: does what the path asks, and checks each body against what its request has announced.
final class StressService: Sendable {
    private struct State {
        var used: Set<Int> = []
        var report = StressReport()
    }

    private let state = Locked(State())

    func reply(to request: RecordedRequest) -> LoopbackReply {
        let isWhole = Self.isWhole(request)
        let isFirst = state.withLock { state in
            state.report.requests += 1
            if !isWhole { state.report.damaged += 1 }
            return state.used.insert(request.connection).inserted
        }
        guard let target = StressTarget(path: request.path) else { return report }
        return isWhole ? StressReply(target: target, request: request, isFirst: isFirst).reply : .status(599)
    }

    private var report: LoopbackReply {
        state.withLock { $0.report.reply }
    }

    /// Whether the body is the one that was announced. A redirected GET may still announce what it no longer has.
    private static func isWhole(_ request: RecordedRequest) -> Bool {
        if request.method == "GET" { return request.bodyByteCount == 0 }
        return request.header(StressField.announced) == request.bodyChecksum.map(String.init)
    }
}
