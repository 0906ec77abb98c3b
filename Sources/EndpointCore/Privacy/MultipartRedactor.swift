/// Replaces the secret fields of a multipart form and what is secret in its other parts (RFC 7578).
struct MultipartRedactor {
    private let redaction: Redaction
    private let delimiter: [UInt8]
    private let level: Int

    init(redaction: Redaction, boundary: String, level: Int) {
        self.redaction = redaction
        self.level = level
        delimiter = Array("--\(boundary)".utf8)
    }

    func redact(_ bytes: [UInt8]) -> [UInt8] {
        guard delimiter.count > 2 else { return redaction.text(bytes) }
        var output: [UInt8] = []
        var position = 0
        while let range = bytes.range(of: delimiter, from: position) {
            output += part(Array(bytes[position..<range.lowerBound])) + delimiter
            position = range.upperBound
        }
        return output + part(Array(bytes[position...]))
    }

    /// Headers, an empty line, a body and the end of its line.
    private func part(_ bytes: [UInt8]) -> [UInt8] {
        guard let gap = Self.gap(in: bytes) else { return redaction.text(bytes) }
        let header = Array(bytes[..<gap.upperBound])
        let tail = bytes[gap.upperBound...].suffix(2).drop { $0 != 0x0D && $0 != .newline }
        let body = Array(bytes[gap.upperBound..<(bytes.count - tail.count)])
        return redaction.text(header) + redact(body, Self.fields(of: header)) + tail
    }

    private func redact(_ body: [UInt8], _ fields: [String: String]) -> [UInt8] {
        var disposition = FieldScanner(fields["content-disposition"] ?? "")
        let name = Array((disposition.parameters()["name"] ?? "").utf8)[...]
        guard redaction.names.containsParameter(name) else {
            return redaction.body(body, fields["content-type"].flatMap { MediaType($0) }, level: level + 1)
        }
        var rewriter = Rewriter(body)
        rewriter.redact(0..<body.count, named: SecretNames.normalised(name))
        return rewriter.result
    }

    private static func gap(in bytes: [UInt8]) -> Range<Int>? {
        bytes.range(of: Array("\r\n\r\n".utf8)) ?? bytes.range(of: Array("\n\n".utf8))
    }

    private static func fields(of header: [UInt8]) -> [String: String] {
        let lines = String(decoding: header, as: UTF8.self).split(whereSeparator: \.isNewline)
        let pairs = lines.map { line in
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            return (parts.first?.lowercased() ?? "", parts.count > 1 ? parts[1] : "")
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
