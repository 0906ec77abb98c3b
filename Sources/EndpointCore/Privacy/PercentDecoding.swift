/// Undoes percent-encoding (RFC 3986 §2.1) byte by byte. Total: a `%` that no two digits follow stands for itself.
package struct PercentDecoding {
    /// The bytes that are meant.
    private(set) var bytes: [UInt8] = []
    /// Where each of them begins in the source, and at last where the source ends.
    private(set) var origins: [Int] = []

    package init(_ source: ArraySlice<UInt8>) {
        var position = source.startIndex
        while position < source.endIndex {
            let decoded = Self.byte(in: source, at: position)
            bytes.append(decoded ?? source[position])
            origins.append(position)
            position += decoded == nil ? 1 : 3
        }
        origins.append(position)
    }

    package static func decoded(_ source: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        for byte in source where byte == .percent { return PercentDecoding(source).bytes[...] }
        return source
    }

    /// The bytes with all but the unreserved characters encoded.
    package static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(bytes.count)
        for byte in bytes {
            if byte.isUnreserved { encoded.append(byte) } else { PercentEncoding.append(byte, to: &encoded) }
        }
        return encoded
    }

    /// The byte that stands behind a `%`, when two hexadecimal digits do.
    static func byte(in source: ArraySlice<UInt8>, at position: Int) -> UInt8? {
        guard source[position] == .percent, position + 2 < source.endIndex,
            let high = source[position + 1].hexValue, let low = source[position + 2].hexValue
        else { return nil }
        return high << 4 | low
    }
}
