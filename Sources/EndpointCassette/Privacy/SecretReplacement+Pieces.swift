extension SecretReplacement {
    /// A body that has JSON in it piece by piece: the parts of a multipart form, or JSON line by line. Nil for any other.
    mutating func pieces(_ original: Data, _ redacted: Data, _ contentType: String) -> Data? {
        let boundary = MediaType(contentType)?.parameters["boundary"]
        let isLines = original.first { !$0.isSpace }.map { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") } ?? false
        guard let separator = boundary.map({ "--\($0)" }) ?? (isLines ? "\n" : nil) else { return nil }
        let (old, new) = (original.pieces(by: separator), redacted.pieces(by: separator))
        guard old.count == new.count else { return nil }
        return Data(zip(old, new).map { piece($0, $1) }.joined(separator: Data(separator.utf8)))
    }

    /// JSON, or a head and JSON behind it, or something else.
    private mutating func piece(_ old: Data, _ new: Data) -> Data {
        if old == new { return old }
        if let json = json(old, new) { return json }
        guard let (head, body) = old.headAndBody, let (newHead, newBody) = new.headAndBody,
            let json = json(body, newBody)
        else { return bytes(old, new) }
        return (head == newHead ? head : bytes(head, newHead)) + json
    }
}

extension Data {
    fileprivate func pieces(by separator: String) -> [Data] {
        let mark = Data(separator.utf8)
        var (pieces, start) = ([Data](), startIndex)
        while let next = self[start...].range(of: mark) {
            pieces.append(Data(self[start..<next.lowerBound]))
            start = next.upperBound
        }
        return pieces + [Data(self[start...])]
    }

    /// What stands before and behind the first empty line.
    fileprivate var headAndBody: (head: Data, body: Data)? {
        guard let gap = range(of: Data("\r\n\r\n".utf8)) ?? range(of: Data("\n\n".utf8)) else { return nil }
        return (Data(self[..<gap.upperBound]), Data(self[gap.upperBound...]))
    }
}
