extension Multipart {
    /// The form as bytes and files, in order.
    ///
    /// - Throws: ``RequestError`` when the media type of a part cannot stand in a header.
    package func pieces() throws -> [UploadEndpointBody] {
        var pieces: [UploadEndpointBody] = []
        var bytes = Data()
        for part in parts {
            bytes.append(contentsOf: try head(of: part).utf8)
            switch part.content {
            case .data(let data):
                bytes.append(data)
            case .file(let file):
                pieces += [.data(bytes), .file(file)]
                bytes = Data()
            }
            bytes.append(contentsOf: "\r\n".utf8)
        }
        bytes.append(contentsOf: "--\(boundary)--\r\n".utf8)
        return pieces + [.data(bytes)]
    }

    private func head(of part: Part) throws -> String {
        var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escaped(part.name))\""
        if let fileName = part.fileName { head += "; filename=\"\(Self.escaped(fileName))\"" }
        if let contentType = part.contentType {
            try HeaderRules.check(name: "Content-Type", value: contentType)
            head += "\r\nContent-Type: \(contentType)"
        }
        return head + "\r\n\r\n"
    }

    /// A name as browsers send it (WHATWG HTML §4.10.21.8), so that none can end its header: UTF-8, with three characters
    /// percent-encoded, and the percent sign itself not.
    private static func escaped(_ name: String) -> String {
        var escaped = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\"": escaped += "%22"
            case "\r": escaped += "%0D"
            case "\n": escaped += "%0A"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
