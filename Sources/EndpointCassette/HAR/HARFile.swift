extension Cassette {
    /// A cassette as files: the HAR file itself, and its large bodies in separate files.
    public struct HAR: Hashable, Sendable {
        /// A large body in a separate file beside the cassette.
        public struct Sidecar: Hashable, Sendable {
            /// The name of the file, made of the cassette's name and the number of the entry:
            /// `login.har.3.response.json`.
            public let name: String

            /// The body.
            public let data: Data
        }

        /// The HAR file.
        public let data: Data

        /// The bodies in separate files, one for each `_file` in the HAR file. Write them before it.
        public let sidecars: [Sidecar]
    }
}

/// The names of the files that hold the large bodies of one cassette.
///
/// The whole name of the cassette's file comes first, so that no two cassettes in a folder share a name; characters
/// that could be special in a path or on a disk are percent-encoded.
///
/// While a new version of a cassette is saved, the old one must stay readable. A body therefore never gets the name of
/// a different body of the old version: it gets the second name for its position instead,
/// `login.har.3.response-2.json`.
package struct SidecarNames {
    private let prefix: String
    private let existing: [String: Data]

    /// The names for a cassette's file, given the sidecars of its version on disk.
    package init(cassette: String, existing: [String: Data] = [:]) {
        let safe = cassette.utf8.reduce(into: [UInt8]()) { bytes, byte in
            let isSafe = byte.isAlphanumeric || "-_.".utf8.contains(byte) || byte >= 0x80
            if isSafe { bytes.append(byte) } else { PercentEncoding.append(byte, to: &bytes) }
        }
        prefix = String(decoding: safe, as: UTF8.self) + "."
        self.existing = existing
    }

    /// The name for a body of the entry with that number, counted from 1; `message` is `request` or `response`.
    func name(of data: Data, entry number: Int, message: String, extension: String) -> String {
        let names = ["", "-2"].map { "\(prefix)\(number).\(message)\($0).\(`extension`)" }
        let unchanged = names.first { existing[$0] == data }
        return unchanged ?? (existing[names[0]] == nil ? names[0] : names[1])
    }

    /// Whether a file of that name contains a body of this cassette, of this version or another.
    package func contains(_ name: String) -> Bool {
        guard name.hasPrefix(prefix) else { return false }
        let parts = name.dropFirst(prefix.count).split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 3 && !parts[0].isEmpty && parts[0].utf8.allSatisfy(\.isDigit)
            && ["request", "response", "request-2", "response-2"].contains(parts[1])
            && BodyKind.fileExtensions.contains(String(parts[2]))
    }
}
