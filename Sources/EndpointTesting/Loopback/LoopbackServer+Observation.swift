extension LoopbackServer {
    /// The port it listens on, which stays the same after `stop`.
    public var port: UInt16 { listener.port }

    /// `http://127.0.0.1:PORT`, without a slash at the end.
    public var url: URL { URL(string: "http://127.0.0.1:\(port)")! }

    /// Every complete request so far, in order of arrival.
    public var requests: [RecordedRequest] { journal.requests }

    /// How many requests have come so far, kept or not.
    public var requestCount: Int { journal.requestCount }

    /// How many connections have been accepted so far: with keep-alive, fewer than requests.
    public var connectionCount: Int { journal.accepted }

    /// How many connections are open now.
    public var openConnections: Int { journal.openConnections }

    /// Suspends until at least `count` requests have arrived, then returns all of them. If the task is cancelled or the
    /// server stops, it returns the fewer that there are.
    public func received(_ count: Int) async -> [RecordedRequest] {
        await journal.waitForRequests(count)
        return requests
    }

    /// Suspends until `count` connections have been accepted, the task is cancelled or the server stops.
    public func connectionsAccepted(_ count: Int) async {
        await journal.waitForConnections(count)
    }

    /// Suspends until no more than `open` connections are left, or the task is cancelled.
    public func connectionsClosed(downTo open: Int = 0) async {
        await journal.waitForClosedConnections(downTo: open)
    }
}
