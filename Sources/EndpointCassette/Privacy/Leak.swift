/// A secret that stands in what was to be written: where, and in which disguise. Never which.
public struct Leak: Hashable, Sendable {
    /// What the secret stands for, such as `authorization`.
    public let label: String

    /// The place in the file, such as `entries[2].response.content.text`.
    public let path: String

    /// How it is written there, such as `base64`.
    public let encoding: String
}

extension Leak: CustomStringConvertible {
    /// `the value of authorization stands at entries[2].response.content.text, base64`
    public var description: String { "the value of \(label) stands at \(path), \(encoding)" }
}
