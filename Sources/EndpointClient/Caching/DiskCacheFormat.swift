/// The header of a file with a stored response: what follows it, and the checksums.
///
///      0  8 bytes   a mark and the version of this format
///      8  8         checksum of the rest of the header and of the head
///     16  4         length of the head
///     20  8         length of the body
///     28  8         checksum of the body
///     36            the head as JSON, then the body
///
/// Numbers are little-endian. The head has a checksum of its own, so that a look-up doesn't read the body.
struct DiskCacheFormat: Hashable {
    static let length = 36
    static let longestHead = 1 << 20
    static let longestBody = 1 << 30

    let headLength: Int
    let bodyLength: Int
    private let checksum: UInt64
    private let bodyChecksum: UInt64

    private static let mark: UInt64 = 0x0145_4843_4143_5045  // "EPCACHE", version 1

    /// Reads the header; nil if the bytes don't begin with one.
    init?(_ start: Data) {
        guard start.count >= Self.length else { return nil }
        let (mark, checksum, headLength, bodyLength, bodyChecksum) = start.withUnsafeBytes { bytes in
            (
                bytes.number(at: 0, as: UInt64.self), bytes.number(at: 8, as: UInt64.self),
                bytes.number(at: 16, as: UInt32.self), bytes.number(at: 20, as: UInt64.self),
                bytes.number(at: 28, as: UInt64.self)
            )
        }
        guard mark == Self.mark, headLength <= Self.longestHead, bodyLength <= Self.longestBody else { return nil }
        (self.headLength, self.bodyLength) = (Int(clamping: headLength), Int(clamping: bodyLength))
        (self.checksum, self.bodyChecksum) = (checksum, bodyChecksum)
    }

    /// The length of the whole file.
    var fileLength: Int { Self.length + headLength + bodyLength }

    /// Whether the header and the head, which follow one another in these bytes, are as they were written.
    func isIntact(_ start: Data) -> Bool {
        start.withUnsafeBytes { bytes in
            bytes.count >= Self.length + headLength
                && DiskCacheChecksum.value(of: bytes[16..<Self.length + headLength]) == checksum
        }
    }

    /// Whether a body is as it was written.
    func isIntact(body: Data) -> Bool {
        body.count == bodyLength && DiskCacheChecksum.value(of: body) == bodyChecksum
    }

    /// The bytes of a file up to its body; nil if the head or the body is too long.
    static func start(head: Data, body: Data) -> Data? {
        guard head.count <= longestHead, body.count <= longestBody else { return nil }
        var covered = Data()
        covered.append(number: UInt32(head.count))
        covered.append(number: UInt64(body.count))
        covered.append(number: DiskCacheChecksum.value(of: body))
        covered.append(head)
        var start = Data(capacity: length + head.count)
        start.append(number: mark)
        start.append(number: DiskCacheChecksum.value(of: covered))
        start.append(covered)
        return start
    }
}

/// A 64-bit checksum that finds damage, and no intent: it has no key.
///
/// Each step maps different sums to different sums, and different words too. So a change within eight aligned bytes is
/// always found, which every flipped bit is; any other change is missed once in 2⁶⁴ times. It is computed in words,
/// which is several times as fast as FNV-1a and as CRC-32C without the processor's instruction, for which Swift has no
/// portable name.
enum DiskCacheChecksum {
    static func value(of data: Data) -> UInt64 {
        data.withUnsafeBytes { value(of: $0[...]) }
    }

    static func value(of slice: Slice<UnsafeRawBufferPointer>) -> UInt64 {
        let bytes = UnsafeRawBufferPointer(rebasing: slice)
        var sum = mixed(0xCBF2_9CE4_8422_2325, UInt64(bytes.count))
        let end = bytes.count & ~7
        for offset in stride(from: 0, to: end, by: 8) {
            sum = mixed(sum, bytes.number(at: offset, as: UInt64.self))
        }
        var rest: UInt64 = 0
        for byte in bytes[end...] { rest = rest << 8 | UInt64(byte) }
        return mixed(sum, rest)
    }

    private static func mixed(_ sum: UInt64, _ word: UInt64) -> UInt64 {
        let product = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
        return product ^ product >> 32
    }
}

extension UnsafeRawBufferPointer {
    /// A little-endian number at an offset that is within the bytes.
    fileprivate func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Number.Type) -> Number
    {
        Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
    }
}

extension Data {
    fileprivate mutating func append(number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
