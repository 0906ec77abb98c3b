/// Finds the URLs and the queries in a text.
struct WordRedactor {
    let redaction: Redaction
    let level: Int

    private static let quotes = Array("\"'`<>".utf8)

    func redact(_ bytes: [UInt8]) -> [UInt8] {
        var rewriter = Rewriter(bytes)
        var position = 0
        while position < bytes.count {
            let end = bytes[position...].firstIndex { $0.isSpace || Self.quotes.contains($0) } ?? bytes.count
            for range in Self.urls(in: bytes, position..<end) {
                let redacted = URLRedactor(redaction: redaction, level: level).redact(bytes[range])
                if !bytes[range].elementsEqual(redacted) { rewriter.replace(range, with: redacted) }
            }
            position = end + 1
        }
        return rewriter.result
    }

    /// The word in pieces that begin with a scheme each. A URL that is the value of a query stays part of it.
    private static func urls(in bytes: [UInt8], _ word: Range<Int>) -> [Range<Int>] {
        guard bytes[word].contains(where: { $0 == .slash || $0 == .equals }) else { return [] }
        let starts = colons(in: bytes, word).map { schemeStart(in: bytes, word.lowerBound..<$0) }
            .filter { $0 > word.lowerBound && bytes[$0 - 1] != .equals }
        return zip([word.lowerBound] + starts, starts + [word.upperBound]).map { $0..<$1 }
            .filter { isURL(bytes[$0]) }
    }

    private static func isURL(_ piece: ArraySlice<UInt8>) -> Bool {
        piece.contains(.slash) && (piece.contains(.colon) || piece.starts(with: [.slash, .slash]))
            || piece.contains(.equals) && piece.contains { "&?#;".utf8.contains($0) }
    }

    /// Where `://` stands.
    private static func colons(in bytes: [UInt8], _ word: Range<Int>) -> [Int] {
        word.dropLast(2).filter { bytes[$0] == .colon && bytes[$0 + 1] == .slash && bytes[$0 + 2] == .slash }
    }

    private static func schemeStart(in bytes: [UInt8], _ range: Range<Int>) -> Int {
        let scheme = bytes[range].reversed().prefix { $0.isAlphanumeric || "+-.".utf8.contains($0) }
        return range.upperBound - scheme.count
    }
}
