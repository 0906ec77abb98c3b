/// Where a connection's bytes arrive: small at first, and large as soon as a body fills it.
struct ReceiveBuffer {
    private var bytes = [UInt8](repeating: 0, count: 16_384)

    /// Waits for bytes; nil at the end. Let go of the last ones before: otherwise all of the buffer is copied.
    mutating func receive(from socket: LoopbackSocket) -> ArraySlice<UInt8>? {
        let count = socket.receive(into: &bytes)
        guard count > 0 else { return nil }
        let received = bytes[..<count]
        if count == bytes.count, count < 262_144 { bytes = [UInt8](repeating: 0, count: 262_144) }
        return received
    }
}
