/// The part of a stream that has been read so far.
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

extension Interaction.Failure {
    /// The error that ends the replay of a stream that was not read to its end. The rest is unknown, so it must not
    /// look complete.
    static let abandoned = Interaction.Failure(.networkConnectionLost, message: "recorded until the reader left")
}
