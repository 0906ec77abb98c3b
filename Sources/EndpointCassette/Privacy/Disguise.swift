/// A way to write bytes differently, which can be undone: what a search must see through.
enum TextEncoding {
    case escapes
    case percent

    /// The bytes that are meant, up to so many of them, and how many of the given ones that took.
    func undone(_ bytes: [UInt8], limit: Int = .max) -> (bytes: [UInt8], consumed: Int) {
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        var position = 0
        let mark: UInt8 = self == .percent ? 0x25 : 0x5C
        while position < bytes.count, plain.count < limit {
            let byte = bytes[position]
            if byte == mark, let (meant, length) = meaning(bytes, position) {
                plain.append(contentsOf: meant)
                position += length
            } else {
                plain.append(byte)
                position += 1
            }
        }
        return (plain, position)
    }

    private func meaning(_ bytes: [UInt8], _ position: Int) -> ([UInt8], Int)? {
        guard self == .escapes else {
            return Self.number(bytes, position + 1, digits: 2).map { ([UInt8($0)], 3) }
        }
        guard position + 1 < bytes.count else { return nil }
        switch bytes[position + 1] {
        case UInt8(ascii: "n"): return ([0x0A], 2)
        case UInt8(ascii: "r"): return ([0x0D], 2)
        case UInt8(ascii: "t"): return ([0x09], 2)
        case UInt8(ascii: "u"):
            guard let unit = Self.number(bytes, position + 2, digits: 4), let scalar = Unicode.Scalar(unit) else {
                return nil
            }
            return (Array(String(Character(scalar)).utf8), 6)
        case let byte: return ([byte], 2)
        }
    }

    private static func number(_ bytes: [UInt8], _ start: Int, digits: Int) -> UInt32? {
        guard start + digits <= bytes.count else { return nil }
        return bytes[start..<start + digits].reduce(0 as UInt32?) { value, byte in
            guard let value, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            return value << 4 | UInt32(digit)
        }
    }
}
