/// Finds the URLs and the queries in a text.
struct InlineURLRedactor {
    let redaction: Redaction
    let level: Int

    private static let signs: ByteSet = "/="
    private static let queryMarks: ByteSet = "&?#;"

    func redact(_ bytes: [UInt8]) -> [UInt8] {
        let urls = URLRedactor(redaction: redaction, level: level)
        var rewriter = Rewriter(bytes)
        var position = 0
        while position < bytes.count {
            let end = bytes.next(.wordEnds, from: position, to: bytes.count)
            if bytes.holds(Self.signs, in: position..<end) {
                for piece in Self.pieces(of: position..<end, in: bytes) where Self.isURL(piece, in: bytes) {
                    urls.redact(piece, in: &rewriter)
                }
            }
            position = end + 1
        }
        return rewriter.result
    }

    /// The word in pieces that begin with a scheme each. A URL that is the value of a query stays part of it.
    private static func pieces(of word: Range<Int>, in bytes: [UInt8]) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        var start = word.lowerBound
        var colon = bytes.next(.colon, from: start, to: word.upperBound)
        while colon + 2 < word.upperBound {
            let scheme = bytes.start(of: .scheme, in: word.lowerBound..<colon)
            let isURL = bytes[colon + 1] == .slash && bytes[colon + 2] == .slash
            if isURL, scheme > word.lowerBound, bytes[scheme - 1] != .equals {
                pieces.append(start..<scheme)
                start = scheme
            }
            colon = bytes.next(.colon, from: colon + 1, to: word.upperBound)
        }
        return pieces + [start..<word.upperBound]
    }

    private static func isURL(_ piece: Range<Int>, in bytes: [UInt8]) -> Bool {
        let slash = bytes.next(.slash, from: piece.lowerBound, to: piece.upperBound)
        let beginsWithTwo = slash == piece.lowerBound && slash + 1 < piece.upperBound && bytes[slash + 1] == .slash
        if slash < piece.upperBound, beginsWithTwo || bytes.holds(.colon, in: piece) { return true }
        return bytes.holds(.equals, in: piece) && bytes.holds(queryMarks, in: piece)
    }
}
