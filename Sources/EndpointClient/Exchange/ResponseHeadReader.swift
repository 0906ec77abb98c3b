/// Reads the head of a response from its lines: the status and the header fields (RFC 9112 §4 and §5).
///
/// Interim heads (1xx) are skipped. The lines after the final head are trailers (RFC 9110 §6.5), which never become
/// header fields.
struct ResponseHeadReader: Sendable {
    /// Why a head is rejected.
    enum Problem: Error, Hashable {
        case statusLine
        /// A line with a NUL (RFC 9110 §5.5), one without a colon, or a first one that continues a field (RFC 9112
        /// §2.2): some versions of libcurl accept these.
        case field
        case tooLong
        /// Several different lengths, or one that is not a number (RFC 9112 §6.3).
        case contentLength
        /// A `Transfer-Encoding` that was not requested (RFC 9112 §7), or a blank after the name of a field that frames
        /// the message, which hides the field from some readers (RFC 9112 §5.1).
        case framing
        /// Several different locations.
        case locations
    }

    /// The largest size of all heads of an exchange in bytes, as in later versions of libcurl, and of its trailers.
    static let limit = 300 << 10

    /// The status of the head that is being read, or has been read; 0 before the first one.
    private(set) var status = 0

    /// Whether the head of the final response has been read to its end.
    private(set) var isComplete = false

    /// The version in the status line: `HTTP/1.1`.
    private(set) var version = ""

    /// The header fields of the head, in order. Those of the final head are complete when ``isComplete`` is true.
    private(set) var headers: HeaderFields = [:]

    /// The fields after the body, in order. They are complete when the exchange has ended without an error.
    private(set) var trailers: HeaderFields = [:]

    /// Whether anything of a response has been read.
    var hasBegun: Bool { size > 0 }

    private var size = 0
    private var trailerSize = 0
    private var isInHead = false

    /// Reads one line with its line end; the head ends with an empty one.
    mutating func read(_ line: UnsafeRawBufferPointer) throws(Problem) {
        guard !line.contains(0) else { throw .field }
        guard !isComplete else { return try readTrailers(line) }
        size += line.count
        guard size <= Self.limit else { throw .tooLong }
        // The connection has ended inside the line.
        guard line.last == UInt8(ascii: "\n") else { return }
        let bytes = Self.trimmingLineEnd(line[...])
        guard isInHead else { return try begin(bytes) }
        if bytes.isEmpty { return try end() }
        if bytes[bytes.startIndex].isBlank { return try continueField(bytes) }
        try addField(bytes)
    }

    /// Whether the message is framed in two ways, or with chunks in HTTP/1.0, which two recipients may interpret
    /// differently (RFC 9112 §6.1 and §6.3).
    var isAmbiguous: Bool {
        headers.contains("Transfer-Encoding") && (headers.contains("Content-Length") || version == "HTTP/1.0")
    }

    private mutating func begin(_ line: Slice<UnsafeRawBufferPointer>) throws(Problem) {
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        guard line.starts(with: "HTTP/".utf8), parts.count >= 2, parts[1].count == 3, parts[1].allSatisfy(\.isDigit),
            let status = Int(String(decoding: parts[1], as: UTF8.self)), status >= 100
        else { throw .statusLine }
        (self.status, version) = (status, String(decoding: parts[0], as: UTF8.self))
        headers = [:]
        isInHead = true
    }

    /// The head of an interim response ends without being the final one; 101 is final, because the protocol has
    /// changed.
    private mutating func end() throws(Problem) {
        try checkLength()
        try checkEncoding()
        isInHead = false
        isComplete = status >= 200 || status == 101
    }

    /// The same length repeated counts as one (RFC 9110 §8.6).
    private mutating func checkLength() throws(Problem) {
        guard let length = headers["Content-Length"] else { return }
        let lengths = length.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        let parts = length.utf8.split { $0.isBlank || $0 == UInt8(ascii: ",") }
        guard let first = parts.first.map({ String($0) ?? "" }), first.utf8.allSatisfy(\.isDigit),
            parts.count == lengths.count, parts.allSatisfy({ $0.elementsEqual(first.utf8) })
        else { throw .contentLength }
        if first != length || headers.values(of: "Content-Length").count > 1 { headers["Content-Length"] = first }
    }

    /// No request allows a transfer coding, so only chunked is valid.
    private func checkEncoding() throws(Problem) {
        guard let encoding = headers["Transfer-Encoding"], version.hasPrefix("HTTP/1") else { return }
        guard encoding.isEqualIgnoringCase("chunked") else { throw .framing }
    }

    /// Reads one line, or several: libcurl joins those that arrive while the transfer pauses.
    private mutating func readTrailers(_ lines: UnsafeRawBufferPointer) throws(Problem) {
        trailerSize += lines.count
        guard trailerSize <= Self.limit else { throw .tooLong }
        guard lines.last == UInt8(ascii: "\n") else { return }
        for line in lines.split(separator: UInt8(ascii: "\n")) {
            let bytes = Self.trimmingLineEnd(line)
            if let first = bytes.first, first.isBlank {
                trailers.appendToLast(" " + Self.text(Self.trimming(bytes)))
            } else if let (colon, name) = Self.fieldName(of: bytes) {
                trailers.append(name, Self.value(in: bytes, after: colon))
            }
        }
    }

    private mutating func addField(_ line: Slice<UnsafeRawBufferPointer>) throws(Problem) {
        guard line.contains(UInt8(ascii: ":")) else { throw .field }
        guard let (colon, name) = Self.fieldName(of: line) else { return }
        let value = Self.value(in: line, after: colon)
        if line[colon - 1].isBlank, Self.framingFields.containsIgnoringCase(name) { throw .framing }
        guard name.isEqualIgnoringCase("Location"), let location = headers["Location"] else {
            return headers.append(name, value)
        }
        if location != value { throw .locations }
    }

    /// The name of a field, and the place of the colon after it. A line without a colon or without a name is not a
    /// field.
    private static func fieldName(of line: Slice<UnsafeRawBufferPointer>) -> (colon: Int, name: String)? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = String(decoding: trimming(line[..<colon]), as: UTF8.self)
        return name.isEmpty ? nil : (colon, name)
    }

    private static func value(in line: Slice<UnsafeRawBufferPointer>, after colon: Int) -> String {
        text(trimming(line[line.index(after: colon)...]))
    }

    /// A line that begins with a blank belongs to the field before it (RFC 9112 §5.2).
    private mutating func continueField(_ line: Slice<UnsafeRawBufferPointer>) throws(Problem) {
        guard !headers.isEmpty else { throw .field }
        headers.appendToLast(" " + Self.text(Self.trimming(line)))
    }

    private static let framingFields: WordList = "content-length transfer-encoding content-encoding"

    private static func trimmingLineEnd(_ line: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        var end = line.endIndex
        while end > line.startIndex, line[end - 1] == UInt8(ascii: "\r") || line[end - 1] == UInt8(ascii: "\n") {
            end -= 1
        }
        return line[line.startIndex..<end]
    }

    private static func trimming(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        var rest = bytes
        while let first = rest.first, first.isBlank { rest = rest.dropFirst() }
        while let last = rest.last, last.isBlank { rest = rest.dropLast() }
        return rest
    }

    /// The text of a value: UTF-8, otherwise ISO 8859-1. A control character in it becomes a blank (RFC 9110 §5.5).
    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        if bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) { return String(decoding: bytes, as: UTF8.self) }
        let visible = bytes.map { $0.isControl && !$0.isBlank ? UInt8(ascii: " ") : $0 }
        return String(bytes: visible, encoding: .utf8) ?? String(visible.map { Character(Unicode.Scalar($0)) })
    }
}
