/// The parts of a multipart body (RFC 2046 §5.1) as ranges of its bytes. Never fails: a body without delimiters has no
/// parts.
package struct MultipartBody {
    /// A part with its head, which may be missing, and its body without the line break that belongs to the delimiter.
    package struct Part {
        /// Everything between two delimiters.
        package let whole: Range<Int>
        /// The fields and the empty line; nil without an empty line.
        package let head: Range<Int>?
        package let body: Range<Int>
        private let fields: [String: String]
    }

    package let bytes: [UInt8]

    /// What comes before the first delimiter, between delimiters, and after the last.
    package let pieces: [Part]

    package init(_ bytes: [UInt8], boundary: String) {
        self.bytes = bytes
        let delimiter = Array("--\(boundary)".utf8)
        var (pieces, position): ([Part], Int) = ([], 0)
        while !boundary.isEmpty, let range = bytes.range(of: delimiter, from: position) {
            pieces.append(Part(position..<range.lowerBound, in: bytes))
            position = range.upperBound
        }
        self.pieces = pieces + [Part(position..<bytes.count, in: bytes)]
    }

    /// Only the parts, without what comes before the first delimiter and after the last.
    package var parts: ArraySlice<Part> { pieces.dropFirst().dropLast() }
}

extension MultipartBody.Part {
    fileprivate init(_ whole: Range<Int>, in bytes: [UInt8]) {
        self.whole = whole
        let bodyStart = Self.emptyLine(in: whole, of: bytes)
        head = bodyStart.map { whole.lowerBound..<$0 }
        let start = bodyStart ?? whole.lowerBound
        body = start..<bytes.start(of: .lineEnds, in: max(start, whole.upperBound - 2)..<whole.upperBound)
        fields = head.map { Self.fields(of: bytes[$0]) } ?? [:]
    }

    /// The name of the form field, from `Content-Disposition` (RFC 7578 §4.2); empty if it has none.
    package var name: String { disposition["name"] ?? "" }

    /// The name of the file; empty if it has none.
    package var fileName: String { disposition["filename"] ?? "" }

    package var contentType: String? { fields["content-type"] }

    private var disposition: [String: String] {
        var parser = HeaderFieldParser(fields["content-disposition"] ?? "")
        return parser.parameters()
    }

    /// The position after the first empty line.
    private static func emptyLine(in range: Range<Int>, of bytes: [UInt8]) -> Int? {
        let piece = Array(bytes[range])
        let end = piece.range(of: Array("\r\n\r\n".utf8)) ?? piece.range(of: Array("\n\n".utf8))
        return end.map { range.lowerBound + $0.upperBound }
    }

    /// The fields by name in lower case; of equal names, the first counts.
    private static func fields(of head: ArraySlice<UInt8>) -> [String: String] {
        var fields: [String: String] = [:]
        for line in String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let line = line.drop { $0 == ":" }
            let colon = line.firstIndex(of: ":") ?? line.endIndex
            let name = line[..<colon].trimmingCharacters(in: .whitespaces).lowercased()
            if fields[name] == nil { fields[name] = line[colon...].dropFirst().trimmingCharacters(in: .whitespaces) }
        }
        return fields
    }
}
