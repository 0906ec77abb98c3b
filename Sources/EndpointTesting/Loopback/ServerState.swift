/// What a server has seen so far, and what is still open.
struct LoopbackJournal: Sendable {
    let keepsRequests: Bool
    private let state = Watched(State())

    init(keepsRequests: Bool) {
        self.keepsRequests = keepsRequests
    }

    var requests: [RecordedRequest] { state.value.requests }
    var requestCount: Int { state.value.requestCount }
    var accepted: Int { state.value.accepted }
    var openConnections: Int { state.value.open.count }

    /// Counts a new connection in. Nil if the server has stopped.
    func opened(_ socket: LoopbackSocket) -> LoopbackConnection? {
        state.update { state in
            if state.isStopped { return nil }
            state.accepted += 1
            let connection = LoopbackConnection(number: state.accepted, socket: socket)
            state.open[connection.number] = connection
            return connection
        }
    }

    func closed(_ connection: LoopbackConnection) {
        state.update { _ = $0.open.removeValue(forKey: connection.number) }
    }

    func received(_ request: RecordedRequest) {
        state.update { state in
            state.requestCount += 1
            if keepsRequests { state.requests.append(request) }
        }
    }

    /// Takes no more connections, and returns those that are open.
    func stop() -> [LoopbackConnection] {
        state.update { state in
            state.isStopped = true
            return Array(state.open.values)
        }
    }

    /// Suspends until so many requests have come, the server has stopped, or the task is cancelled.
    func waitForRequests(_ count: Int) async {
        await state.wait { $0.requestCount >= count || $0.isStopped }
    }

    /// Suspends until so many connections have been accepted, the server has stopped, or the task is cancelled.
    func waitForConnections(_ count: Int) async {
        await state.wait { $0.accepted >= count || $0.isStopped }
    }

    /// Suspends until no more than so many connections are open, or the task is cancelled.
    func waitForClosedConnections(downTo count: Int) async {
        await state.wait { $0.open.count <= count }
    }

    private struct State: Sendable {
        var requests: [RecordedRequest] = []
        var requestCount = 0
        var accepted = 0
        var open: [Int: LoopbackConnection] = [:]
        var isStopped = false
    }
}
