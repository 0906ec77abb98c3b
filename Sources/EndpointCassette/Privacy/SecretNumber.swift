/// A number that replaces a secret one in a cassette: `2147410001`, `2147410002`. Equal secrets have equal ones.
///
/// It is a number, so that a program that decodes an `Int`, an `Int32` or a `Double` from the API can decode it from a
/// replay as well. It differs from other numbers only by its value, which one in a million ten-digit numbers has by
/// chance, and no shorter one.
package struct SecretNumber: Hashable, Comparable {
    let number: Int

    private static let base = 2_147_410_000
    private static let prefix = Array("214741".utf8)
    private static let length = 10

    package var text: String { String(Self.base + number) }

    /// The number for a secret, from 1. After 9999, which no recording should reach, all secrets share the last one.
    package init(number: Int) {
        self.number = min(number, 9999)
    }

    /// Reads a JSON number in any notation: a program may send `2147410001.0` when a cassette contained `2147410001`.
    package init?(_ token: String) {
        guard let value = JSONNumber.integer(token).flatMap({ Int(exactly: $0) }),
            ((Self.base + 1)...(Self.base + 9999)).contains(value)
        else { return nil }
        number = value - Self.base
    }

    package static func < (first: Self, second: Self) -> Bool {
        first.number < second.number
    }
}

extension SecretNumber {
    /// The numbers in a text that replace secrets, in their order.
    static func all(in text: some Sequence<UInt8>) -> [(range: Range<Int>, number: SecretNumber)] {
        all(in: Array(text))
    }

    private static func all(in bytes: [UInt8]) -> [(range: Range<Int>, number: SecretNumber)] {
        var found: [(range: Range<Int>, number: SecretNumber)] = []
        var position = 0
        while let start = bytes.range(of: prefix, from: position)?.lowerBound {
            position = bytes.end(of: .digits, from: start, to: bytes.count)
            let isWhole = start == 0 || !bytes[start - 1].isDigit
            if isWhole, let number = SecretNumber(digits: bytes[start..<position]) {
                found.append((start..<position, number))
            }
        }
        return found
    }

    /// The numbers in a body that replace secrets, each with the label of the JSON key before it.
    static func labelled(in body: Data) -> [(number: SecretNumber, label: String)] {
        let bytes = Array(body)
        return all(in: bytes).map { range, number in
            (number, SecretPlaceholder.label(key(before: range.lowerBound, in: bytes) ?? "body"))
        }
    }

    /// The last key before a position, which may be in an array: `"pins": [1, `. Only the 2 KiB before the position are
    /// searched.
    private static func key(before position: Int, in bytes: [UInt8]) -> String? {
        var colon = position
        while let next = bytes[max(0, position - 2048)..<colon].lastIndex(of: .colon) {
            let end = bytes.start(of: .space, in: 0..<next) - 1
            if end > 0, bytes[end] == .quote {
                return String(decoding: bytes[bytes.behindLast("\"", in: 0..<end)..<end], as: UTF8.self)
            }
            colon = next
        }
        return nil
    }

    /// Whether these bytes are part of a number that replaces a secret.
    static func covers(_ range: Range<Int>, in text: [UInt8]) -> Bool {
        guard range.count <= length, text[range].allSatisfy(\.isDigit) else { return false }
        let start = text.start(of: .digits, in: max(0, range.lowerBound - length)..<range.lowerBound)
        let end = text.end(of: .digits, from: range.upperBound, to: min(text.count, range.upperBound + length))
        return SecretNumber(digits: text[start..<end]) != nil
    }

    private init?(digits: ArraySlice<UInt8>) {
        guard digits.count == Self.length, digits.starts(with: Self.prefix) else { return nil }
        self.init(String(decoding: digits, as: UTF8.self))
    }
}
