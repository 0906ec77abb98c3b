/// The number in a body that does not fit its type, such as `1.5` for an `Int`.
///
/// Foundation's decoder on Linux reports it as a body that is not JSON, without a place. So the body is decoded again
/// with other numbers: as many of its first numbers are kept as it takes for the error to appear, and the last of them
/// is the one. A body with n numbers is decoded about log₂ n times.
struct MisfitNumber {
    /// The decoder's error about a text in the place of the number: it has the place and the type.
    let error: DecodingError

    /// Whether the number is an integer that is too large for its type, or negative.
    let isInteger: Bool

    /// Nil if no number explains why the body cannot be decoded.
    init?(in body: Data, decoding: FailedDecoding) {
        let numbers = JSONNumbers(body)
        func isPlaceless(_ body: Data) -> Bool {
            guard case .dataCorrupted(let context)? = decoding.error(body) as? DecodingError else { return false }
            return context.codingPath.isEmpty
        }
        guard !numbers.places.isEmpty, isPlaceless(body), !isPlaceless(numbers.body(keeping: 0)) else { return nil }
        var fits = 0, fails = numbers.places.count
        while fails - fits > 1 {
            let middle = (fits + fails) / 2
            if isPlaceless(numbers.body(keeping: middle)) { fails = middle } else { fits = middle }
        }
        let text = numbers.text(fits)
        guard let mismatch = decoding.error(numbers.body(withTextAt: fits)) as? DecodingError,
            case .typeMismatch(let type, _) = mismatch, !Self.fits(text, type)
        else { return nil }
        error = mismatch
        isInteger = JSONNumber.canonical(text).contains("e-") == false
    }

    private static func fits(_ text: String, _ type: Any.Type) -> Bool {
        guard let type = type as? any FixedWidthInteger.Type else { return false }
        return JSONNumber.integer(text).map { type.includes($0) } ?? false
    }
}

extension FixedWidthInteger {
    fileprivate static func includes(_ number: Int64) -> Bool { Self(exactly: number) != nil }
}

/// The numbers of a valid JSON text, in their order.
private struct JSONNumbers {
    let places: [Range<Int>]
    private let bytes: [UInt8]

    init(_ body: Data) {
        bytes = Array(body)
        var places: [Range<Int>] = []
        var position = 0
        while position < bytes.count {
            switch bytes[position] {
            case .quote: position = JSONScanner.string(at: position, in: bytes).end
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let end = JSONScanner.end(ofBare: position, in: bytes)
                places.append(position..<end)
                position = end
            default: position += 1
            }
        }
        self.places = places
    }

    func text(_ index: Int) -> String { String(decoding: bytes[places[index]], as: UTF8.self) }

    /// The text with its first numbers, and with 1 for each of the others.
    func body(keeping count: Int) -> Data {
        var body = Data(), start = 0
        for place in places[count...] {
            body += bytes[start..<place.lowerBound]
            body.append(UInt8(ascii: "1"))
            start = place.upperBound
        }
        return body + bytes[start...]
    }

    /// The text with an empty string instead of one number.
    func body(withTextAt index: Int) -> Data {
        let place = places[index]
        return Data(bytes[..<place.lowerBound] + [.quote, .quote] + bytes[place.upperBound...])
    }
}
