/// Tells once if the client closes its side of the connection, while the connection's own thread waits for something else.
///
/// A client that sends more instead is there: from then on the watch is blind.
struct DisconnectMonitor {
    private let source: any DispatchSourceRead
    private let end = DispatchSemaphore(value: 0)

    init(_ socket: LoopbackSocket, queue: DispatchQueue, onHangup: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue)
        source.setEventHandler { [source] in
            if socket.hasEnded { onHangup() }
            source.cancel()
        }
        source.setCancelHandler { [end] in end.signal() }
        source.activate()
    }

    /// Returns when the descriptor is no longer watched. It may be closed then, and not earlier.
    func stop() {
        source.cancel()
        end.wait()
    }
}
