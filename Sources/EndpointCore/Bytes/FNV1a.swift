/// A running 64-bit FNV-1a checksum, to prove that bytes arrived which nobody kept. It is no protection against malice.
public struct FNV1a: Hashable, Sendable {
    /// The checksum of the bytes so far.
    public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// The checksum of nothing.
    public init() {}

    /// Takes in the next bytes; the same bytes in other pieces give the same checksum.
    public mutating func add(_ bytes: some ContiguousBytes) {
        var hash = value
        bytes.withUnsafeBytes { buffer in
            for byte in buffer { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        value = hash
    }
}
