/// The part of a stream that has been read so far.
struct RecordedStream: Sendable {
    private(set) var body = Data()
    private(set) var chunks: [Interaction.Chunk] = []
    /// Whether the rest of the body is not kept, because it is too long.
    private(set) var isCut = false
    private let limit: Int
    private var begin: Duration?

    /// A stream before its first chunk, of which at most this many bytes are kept.
    init(limit: Int = .max) {
        self.limit = limit
    }

    /// Adds a chunk that has arrived now. Times are counted from the first chunk.
    mutating func add(_ arrived: Data, at now: Duration) {
        let begin = begin ?? now
        self.begin = begin
        let chunk = arrived.prefix(limit - body.count)
        if chunk.count < arrived.count { isCut = true }
        guard !chunk.isEmpty else { return }
        body += chunk
        chunks.append(Interaction.Chunk(length: chunk.count, time: max(.zero, now - begin)))
    }
}

extension Interaction.Failure {
    /// The error that ends the replay of a stream that was not read to its end. The rest is unknown, so it must not
    /// look complete.
    static let abandoned = Interaction.Failure(.networkConnectionLost, message: "recorded until the reader left")

    /// The error that ends the replay of a body of which only the first bytes were kept.
    static func cut(after limit: Int) -> Interaction.Failure {
        Interaction.Failure(.networkConnectionLost, message: "only the first \(limit) bytes were recorded")
    }
}
