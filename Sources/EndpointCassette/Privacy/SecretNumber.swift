/// What stands in a cassette in place of a number that is secret: `2147410001`, `2147410002`. Equal secrets of one cassette have equal ones.
///
/// It is a number, so that what is decoded as an `Int`, an `Int32` or a `Double` from the API is decoded from a replay as well. It is told
/// from other numbers by its value alone, which one in a million numbers of ten digits, and no shorter one, has by chance.
struct SecretNumber: Hashable, Comparable {
    let number: Int

    private static let base = 2_147_410_000
    private static let prefix = Array("214741".utf8)
    private static let length = 10

    var text: String { String(Self.base + number) }

    /// The number of a secret, from 1. Beyond 9999, which no recording should reach, secrets share the last one.
    init(number: Int) {
        self.number = min(number, 9999)
    }

    /// Reads a JSON number, however it is written: a program may send back as `2147410001.0` what it got from a cassette.
    init?(_ token: String) {
        guard let value = Int(token) ?? Double(token).flatMap(Int.init(exactly:)) else { return nil }
        guard (Self.base + 1...Self.base + 9999).contains(value) else { return nil }
        number = value - Self.base
    }

    static func < (first: Self, second: Self) -> Bool {
        first.number < second.number
    }
}

extension SecretNumber {
    /// The numbers in a text that stand for secrets, in their order.
    static func all(in text: some Collection<UInt8>) -> [(range: Range<Int>, number: SecretNumber)] {
        text.withContiguousStorageIfAvailable { search($0) } ?? Array(text).withUnsafeBufferPointer { search($0) }
    }

    /// Whether these bytes are part of a number that stands for a secret.
    static func covers(_ range: Range<Int>, in text: [UInt8]) -> Bool {
        guard range.count <= length, text[range].allSatisfy(\.isDigit) else { return false }
        let start = text[..<range.lowerBound].suffix(length).reversed().prefix(while: \.isDigit).count
        let end = text[range.upperBound...].prefix(length).prefix(while: \.isDigit).count
        return SecretNumber(digits: text[range.lowerBound - start..<range.upperBound + end]) != nil
    }

    private init?(digits: some Collection<UInt8>) {
        guard digits.count == Self.length, digits.starts(with: Self.prefix) else { return nil }
        self.init(String(decoding: digits, as: UTF8.self))
    }

    private static func search(
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> [(range: Range<Int>, number: SecretNumber)] {
        var found: [(range: Range<Int>, number: SecretNumber)] = []
        var position = 0
        while position + length <= bytes.count {
            guard bytes[position] == prefix[0] else {
                position += 1
                continue
            }
            let start = position
            while position < bytes.count, bytes[position].isDigit { position += 1 }
            let isWhole = start == 0 || !bytes[start - 1].isDigit
            if isWhole, let number = SecretNumber(digits: bytes[start..<position]) {
                found.append((start..<position, number))
            }
        }
        return found
    }
}
