/// The parts of a multipart form (RFC 7578). The boundary between them means nothing.
enum MultipartBody {
    struct Part {
        let name: String
        let fileName: String
        let contentType: String
        let data: Data
    }

    /// The parts in their order; nil where the body is not what its type says.
    static func parts(of data: Data, _ contentType: String) -> [Part]? {
        guard let boundary = MediaType(contentType)?.parameters["boundary"] else { return nil }
        let mark = Data("--\(boundary)".utf8)
        var pieces: [Data] = []
        guard var start = data.range(of: mark)?.upperBound else { return nil }
        while let next = data[start...].range(of: mark) {
            pieces.append(data[start..<next.lowerBound])
            start = next.upperBound
        }
        let parts = pieces.compactMap(part)
        return parts.count == pieces.count ? parts : nil
    }

    /// A head and a body; line breaks around them belong to the boundaries.
    private static func part(_ piece: Data) -> Part? {
        guard let gap = piece.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: piece[..<gap.lowerBound], as: UTF8.self)
            .split(whereSeparator: \.isNewline)
        let fields = lines.reduce(into: [String: String]()) { fields, line in
            let sides = line.split(separator: ":", maxSplits: 1)
            if sides.count == 2 { fields[sides[0].lowercased()] = String(sides[1].drop { $0 == " " }) }
        }
        var disposition = HeaderFieldParser(fields["content-disposition"] ?? "")
        let parameters = disposition.parameters()
        return Part(
            name: parameters["name"] ?? "",
            fileName: parameters["filename"] ?? "",
            contentType: fields["content-type"] ?? "text/plain",
            data: Data(piece[gap.upperBound...].dropLast(2)))
    }
}
