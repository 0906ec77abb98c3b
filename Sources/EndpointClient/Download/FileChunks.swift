/// The bytes of a file in chunks of at most 1 MiB.
public struct FileChunks: Sequence, Sendable {
    let file: OpenFile
    let length: Int64
    let problem = Locked<FileProblem?>(nil)

    public func makeIterator() -> Iterator {
        Iterator(chunks: self)
    }

    /// Reads one chunk after the other.
    public struct Iterator: IteratorProtocol {
        fileprivate let chunks: FileChunks
        private var offset: Int64 = 0

        fileprivate init(chunks: FileChunks) {
            self.chunks = chunks
        }

        public mutating func next() -> Data? {
            guard offset < chunks.length else { return nil }
            do throws(FileProblem) {
                let chunk = try chunks.file.read(Int(clamping: Swift.min(chunks.length - offset, 1 << 20)), at: offset)
                offset += Int64(chunk.count)
                return chunk.isEmpty ? nil : chunk
            } catch {
                chunks.problem.withLock { $0 = error }
                return nil
            }
        }
    }
}
