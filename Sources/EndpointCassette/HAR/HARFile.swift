/// What is to be written for a cassette.
public struct HARFile: Hashable, Sendable {
    /// A large body in a file of its own, beside the cassette.
    public struct Sidecar: Hashable, Sendable {
        /// The name of the file: the SHA-1 of its content, as Playwright has it, and an extension.
        public let name: String

        /// The body.
        public let data: Data
    }

    /// The HAR file.
    public let data: Data

    /// The bodies that are kept apart, each once. Write them first.
    public let sidecars: [Sidecar]
}
