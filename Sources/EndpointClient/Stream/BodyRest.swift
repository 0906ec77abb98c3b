/// The part of a body that no loop reads: what follows the mark of the end, or an error where a stream was expected.
struct BodyRest: Sendable {
    private static let mostBytes = 64 << 10
    private static let longest = Duration.milliseconds(250)

    private let chunks: BodyStream.AsyncIterator

    init(_ chunks: BodyStream.AsyncIterator) {
        self.chunks = chunks
    }

    /// Reads up to 64 KiB, for no longer than 250 ms. If the body ends meanwhile, its connection can be used again.
    @discardableResult
    func read(on time: TimeSource) async -> Data {
        let bytes = Locked(Data())
        let deadline = Deadline(after: .init(Self.longest, from: .client), of: .call, on: time)
        try? await Race(until: deadline, on: time).run { [chunks] in
            var chunks = chunks
            while bytes.withLock({ $0.count }) < Self.mostBytes, let chunk = try await chunks.next() {
                bytes.withLock { $0 += chunk }
            }
        }
        return bytes.withLock { $0 }
    }
}
