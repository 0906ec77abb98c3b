/// What has been read of a stream so far.
struct RecordedStream: Sendable {
    private(set) var body = Data()
    private(set) var chunks: [Interaction.Chunk] = []
    private var begin: Duration?

    /// Adds a chunk that has arrived now. Times are counted from the first chunk.
    mutating func add(_ chunk: Data, at now: Duration) {
        let begin = begin ?? now
        self.begin = begin
        body += chunk
        chunks.append(Interaction.Chunk(length: chunk.count, time: max(.zero, now - begin)))
    }
}
