/// Replaces the secret fields of a multipart form and what is secret in its other parts (RFC 7578).
struct MultipartRedactor {
    private let redaction: Redaction
    private let delimiter: [UInt8]
    private let level: Int

    init(redaction: Redaction, boundary: String, level: Int) {
        self.redaction = redaction
        self.level = level
        delimiter = Array("--".utf8) + Array(boundary.utf8)
    }

    func redact(_ bytes: [UInt8]) -> [UInt8] {
        guard delimiter.count > 2 else { return redaction.text(bytes) }
        var output: [UInt8] = []
        var position = 0
        while let range = bytes.range(of: delimiter, from: position) {
            output += part(Array(bytes[position..<range.lowerBound]))
            output += delimiter
            position = range.upperBound
        }
        return output + part(Array(bytes[position...]))
    }

    /// Headers, an empty line, a body and the end of its line.
    private func part(_ bytes: [UInt8]) -> [UInt8] {
        guard let start = Self.bodyStart(in: bytes) else { return redaction.text(bytes) }
        let header = Array(bytes[..<start])
        let end = bytes.start(of: .lineEnds, in: max(start, bytes.count - 2)..<bytes.count)
        return redaction.text(header) + body(Array(bytes[start..<end]), header) + bytes[end...]
    }

    private func body(_ body: [UInt8], _ header: [UInt8]) -> [UInt8] {
        let fields = Self.fields(of: header)
        var disposition = HeaderFieldParser(fields["content-disposition"] ?? "")
        let name = Array((disposition.parameters()["name"] ?? "").utf8)[...]
        guard redaction.names.containsParameter(name) else {
            return redaction.body(body, fields["content-type"].flatMap { MediaType($0) }, level: level + 1)
        }
        var rewriter = Rewriter(body)
        rewriter.redact(0..<body.count, named: SecretNames.normalised(name))
        return rewriter.result
    }

    private static func bodyStart(in bytes: [UInt8]) -> Int? {
        (bytes.range(of: Array("\r\n\r\n".utf8)) ?? bytes.range(of: Array("\n\n".utf8)))?.upperBound
    }

    /// The fields by their names in lower case; the first of equal ones counts.
    private static func fields(of header: [UInt8]) -> [String: String] {
        var fields: [String: String] = [:]
        for line in String(decoding: header, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let line = line.drop { $0 == ":" }
            let colon = line.firstIndex(of: ":") ?? line.endIndex
            let name = line[..<colon].trimmingCharacters(in: .whitespaces).lowercased()
            if fields[name] == nil { fields[name] = line[colon...].dropFirst().trimmingCharacters(in: .whitespaces) }
        }
        return fields
    }
}
