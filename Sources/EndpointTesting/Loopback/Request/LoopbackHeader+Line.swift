extension LoopbackHeader {
    /// Reads a header line (RFC 9112, section 5): no blank before the colon, no continuation lines, no control characters.
    init(line: ArraySlice<UInt8>) throws(MalformedRequest) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            throw .badRequest("a header line without a colon")
        }
        let name = line[..<colon]
        let value = line[(colon + 1)...].drop(while: \.isBlank).trimmingBlankSuffix
        guard name.isToken else { throw .badRequest("a header name that is not a token") }
        guard value.allSatisfy(\.isFieldContent) else { throw .badRequest("a control character in a header value") }
        self.init(String(decoding: name, as: UTF8.self), value.text)
    }
}

extension ArraySlice<UInt8> {
    fileprivate var trimmingBlankSuffix: ArraySlice<UInt8> {
        self[..<(lastIndex { !$0.isBlank }.map { $0 + 1 } ?? startIndex)]
    }

    /// UTF-8, or Latin-1 where it is not.
    fileprivate var text: String {
        String(bytes: self, encoding: .utf8) ?? String(String.UnicodeScalarView(map(Unicode.Scalar.init)))
    }
}
