/// Who asks: phones, each of which makes a call now and then.
struct Fleet {
    var clients = 100_000
    /// Calls per second of one client.
    var rate = 0.05
    /// What the server can do, as a multiple of what all clients ask.
    var headroom = 1.3
    /// How long an attempt waits for its answer, in seconds; the same for every policy. The server's queue is twice as long.
    var patience = 10.0
    var seed: UInt64 = 1

    /// Calls per second of all clients.
    var load: Double { Double(clients) * rate }
}
