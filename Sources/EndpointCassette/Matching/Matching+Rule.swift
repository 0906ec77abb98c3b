extension Matching {
    /// A part of two requests to compare.
    public enum Rule: Sendable {
        /// The method, as it is written.
        case method
        /// Scheme, host, port and path, however they are escaped. Default ports and credentials do not count.
        case url
        /// The query, without regard to order; among items of one name the order counts.
        case query
        /// The values of header fields, by name.
        case headers([String])
        /// The body by its media type: JSON and forms by what they mean, multipart forms part by part, text by its
        /// characters, all else by its bytes.
        case body
        /// A rule of your own, which is given the recorded request and then the one at hand.
        case custom(@Sendable (Interaction.Request, Interaction.Request) -> [Difference])
    }
}
