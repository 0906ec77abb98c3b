extension Interaction {
    /// A piece of a body, as it arrived.
    public struct Chunk: Hashable, Sendable {
        /// How many bytes.
        public var length: Int

        /// When it arrived, from the first byte of the answer. A file keeps whole milliseconds.
        public var time: Duration

        /// A piece of a body.
        public init(length: Int, time: Duration) {
            self.length = length
            self.time = time
        }
    }
}
