/// HMAC-SHA256 (RFC 2104): a digest that can't be computed, or compared with guesses, without the key.
struct KeyedDigest: Hashable, Sendable {
    private let inner: [UInt8]
    private let outer: [UInt8]

    /// Digests with a key of any length.
    init(key: some Sequence<UInt8>) {
        var key = Array(key)
        if key.count > 64 { key = Self.bytes(DownloadDigest(key)) }
        key += [UInt8](repeating: 0, count: 64 - key.count)
        (inner, outer) = (key.map { $0 ^ 0x36 }, key.map { $0 ^ 0x5C })
    }

    /// The digest of a message, in 64 hexadecimal digits.
    func hexadecimal(_ message: some Sequence<UInt8>) -> String {
        DownloadDigest(outer + Self.bytes(DownloadDigest(inner + Array(message)))).hexadecimal
    }

    private static func bytes(_ digest: DownloadDigest) -> [UInt8] {
        let digits = digest.hexadecimal.utf8.compactMap(\.hexValue)
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
