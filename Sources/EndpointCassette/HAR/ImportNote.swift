/// What a reader left out or changed, and why.
public struct ImportNote: Hashable, Sendable {
    /// What became of the entry.
    public enum Kind: Hashable, Sendable {
        /// The entry is not in the cassette.
        case skipped
        /// The entry is in the cassette, with a part of it left out or changed.
        case changed
    }

    /// What became of the entry.
    public let kind: Kind

    /// The number of the entry in the file, from 1. Nil if the note is about the whole file.
    public let entry: Int?

    /// What was left out or changed, and why.
    public let reason: String
}

extension ImportNote: CustomStringConvertible {
    /// `entry #2 skipped: its URL is neither http nor https`
    public var description: String {
        switch (entry, kind) {
        case (let entry?, .skipped): "entry #\(entry) skipped: \(reason)"
        case (let entry?, .changed): "entry #\(entry): \(reason)"
        case (nil, _): reason
        }
    }
}
