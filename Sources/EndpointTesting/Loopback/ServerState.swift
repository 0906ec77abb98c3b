/// The state of a ``LoopbackServer``: the recorded requests and the open connections.
struct ServerState: Sendable {
    let keepsRequests: Bool
    private let state = AwaitableValue(State())

    init(keepsRequests: Bool) {
        self.keepsRequests = keepsRequests
    }

    var requests: [RecordedRequest] { state.value.requests }
    var requestCount: Int { state.value.requestCount }
    var acceptedCount: Int { state.value.acceptedCount }
    var openConnections: Int { state.value.open.count }

    /// Adds a new connection. Nil if the server has stopped.
    func open(_ socket: LoopbackSocket) -> LoopbackConnection? {
        state.update { state in
            if state.isStopped { return nil }
            state.acceptedCount += 1
            let connection = LoopbackConnection(number: state.acceptedCount, socket: socket)
            state.open[connection.number] = connection
            return connection
        }
    }

    /// Removes a closed connection.
    func remove(_ connection: LoopbackConnection) {
        state.update { _ = $0.open.removeValue(forKey: connection.number) }
    }

    /// Counts a request, and records it if requests are kept.
    func add(_ request: RecordedRequest) {
        state.update { state in
            state.requestCount += 1
            if keepsRequests { state.requests.append(request) }
        }
    }

    /// Rejects new connections from now on, and returns the open ones.
    func stop() -> [LoopbackConnection] {
        state.update { state in
            state.isStopped = true
            return Array(state.open.values)
        }
    }

    /// Suspends until this many requests have arrived, the server has stopped, or the task is cancelled.
    func waitForRequests(_ count: Int) async {
        await state.wait { $0.requestCount >= count || $0.isStopped }
    }

    /// Suspends until this many connections have been accepted, the server has stopped, or the task is cancelled.
    func waitForConnections(_ count: Int) async {
        await state.wait { $0.acceptedCount >= count || $0.isStopped }
    }

    /// Suspends until at most this many connections are open, or the task is cancelled.
    func waitForClosedConnections(downTo count: Int) async {
        await state.wait { $0.open.count <= count }
    }

    private struct State: Sendable {
        var requests: [RecordedRequest] = []
        var requestCount = 0
        var acceptedCount = 0
        var open: [Int: LoopbackConnection] = [:]
        var isStopped = false
    }
}
