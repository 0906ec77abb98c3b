/// The names of the files that a download needs until it is finished, in the folder of its destination.
struct DownloadNames: Hashable, Sendable {
    /// The name of the file with the bytes: `cover.png.0123456789abcdef.partial`.
    let partial: String

    /// The name of the file with information about the bytes.
    var notes: String { partial + ".json" }

    /// Names for a destination, which are the same for each download to it.
    ///
    /// They differ from those of any other destination in the folder by a digest, and have at most 142 bytes, however
    /// long the name of the destination is.
    ///
    /// - Parameter number: Distinguishes several names for one destination.
    init(for name: String, number: Int = 0) {
        var stem = ""
        for scalar in name.unicodeScalars {
            guard stem.utf8.count + UTF8.width(scalar) <= 100 else { break }
            stem.unicodeScalars.append(scalar)
        }
        let digest = SHA256Digest("\(number)/\(name)".utf8).hexadecimal.prefix(16)
        partial = "\(stem).\(digest).partial"
    }

    /// A name for the file with the bytes while it is moved, which nobody else can know.
    ///
    /// - Parameters:
    ///   - partial: The name of the file with the bytes.
    ///   - random: A random number.
    static func moving(_ partial: String, _ random: UInt64) -> String {
        partial + "." + String(random, radix: 16)
    }

    /// Whether a name has the form of these names, so that it cannot be a destination.
    static func areReserved(_ name: String) -> Bool {
        var words = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)[...]
        if words.last?.elementsEqual("json".utf8) == true { words.removeLast() }
        guard words.count >= 3, words.removeLast().elementsEqual("partial".utf8), let digest = words.last else {
            return false
        }
        return digest.count == 16 && digest.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) }
    }
}
