extension Interaction {
    /// The body of a request, and what it says it is.
    public struct Body: Hashable, Sendable {
        /// The bytes.
        public var data: Data

        /// The media type with its parameters, or nothing.
        public var contentType: String

        /// A body.
        public init(_ data: Data, contentType: String) {
            self.data = data
            self.contentType = contentType
        }
    }
}
