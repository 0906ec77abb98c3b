/// The digest by which Playwright names the files of bodies (RFC 3174). It names; it protects nothing.
enum SHA1 {
    /// Forty hexadecimal digits.
    static func hexadecimal(of data: Data) -> String {
        digest(of: data).map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    private static func digest(of data: Data) -> [UInt32] {
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        let message = padded(data)
        message.withUnsafeBufferPointer { bytes in
            for start in stride(from: 0, to: bytes.count, by: 64) { mix(bytes[start..<start + 64], into: &state) }
        }
        return state
    }

    private static func padded(_ data: Data) -> [UInt8] {
        var message = [UInt8](data)
        message.append(0x80)
        message.append(contentsOf: repeatElement(0, count: (120 - message.count % 64) % 64))
        withUnsafeBytes(of: UInt64(data.count * 8).bigEndian) { message.append(contentsOf: $0) }
        return message
    }

    private static func mix(_ block: Slice<UnsafeBufferPointer<UInt8>>, into state: inout [UInt32]) {
        let words = schedule(block)
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for round in 0..<80 {
            let (function, constant) = step(round, b, c, d)
            let next = rotated(a, 5) &+ function &+ e &+ constant &+ words[round]
            (a, b, c, d, e) = (next, a, rotated(b, 30), c, d)
        }
        for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
    }

    private static func schedule(_ block: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt32] {
        var words = [UInt32](repeating: 0, count: 80)
        for (index, byte) in block.enumerated() { words[index / 4] = words[index / 4] << 8 | UInt32(byte) }
        for index in 16..<80 {
            words[index] = rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1)
        }
        return words
    }

    private static func step(_ round: Int, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> (UInt32, UInt32) {
        switch round {
        case 0..<20: ((b & c) | (~b & d), 0x5A82_7999)
        case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case 40..<60: ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word << count | word >> (32 - count)
    }
}
