import EndpointCassette

/// Reads the names of the parts of a recorded form (RFC 7578).
enum MultipartReader {
    /// The parts, with the values of those that are text.
    static func parts(of body: Interaction.Body) -> [FormPart] {
        guard let boundary = parameter("boundary", in: body.contentType) else { return [] }
        let delimiter = Data("--\(boundary)".utf8)
        var parts: [FormPart] = []
        var rest = body.data[...]
        while let start = rest.range(of: delimiter) {
            rest = rest[start.upperBound...]
            let end = rest.range(of: delimiter)?.lowerBound ?? rest.endIndex
            if let part = part(rest[rest.startIndex..<end]) { parts.append(part) }
        }
        return parts
    }

    private static func part(_ bytes: Data) -> FormPart? {
        guard let blank = bytes.range(of: Data("\r\n\r\n".utf8)) ?? bytes.range(of: Data("\n\n".utf8)) else {
            return nil
        }
        let head = String(decoding: bytes[..<blank.lowerBound], as: UTF8.self)
        let lines = head.split(whereSeparator: \.isNewline).map(String.init)
        func header(_ name: String) -> String? {
            lines.first { $0.lowercased().hasPrefix(name + ":") }
                .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
        }
        guard let disposition = header("content-disposition"), let name = parameter("name", in: disposition),
            !name.isEmpty
        else { return nil }
        var value = String(decoding: bytes[blank.upperBound...].prefix(2000), as: UTF8.self)
        while value.hasSuffix("\n") || value.hasSuffix("\r") || value.hasSuffix("\r\n") { value.removeLast() }
        let fileName = parameter("filename", in: disposition)
        return FormPart(
            name: name, value: fileName == nil ? value : "", fileName: fileName, contentType: header("content-type"))
    }

    /// The value of a parameter of a header, with or without quotes.
    private static func parameter(_ name: String, in header: String) -> String? {
        for field in header.split(separator: ";").dropFirst() {
            let sides = field.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard sides.count == 2, sides[0].lowercased() == name else { continue }
            return sides[1].trimmingCharacters(in: CharacterSet(charactersIn: "\""))
        }
        return nil
    }
}
