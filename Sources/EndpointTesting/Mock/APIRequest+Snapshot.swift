extension APIRequest {
    /// The request as a value that can be compared. The body of a stream is not read.
    var snapshot: Interaction.Request {
        switch body {
        case .data(let data): Interaction.Request(urlRequest, body: data)
        case .file(let file): Interaction.Request(urlRequest, body: file.bytes)
        case .multipart(let form): Interaction.Request(urlRequest, body: form.bytes)
        case .stream, nil: Interaction.Request(urlRequest)
        }
    }
}

extension URL {
    fileprivate var bytes: Data? { try? Data(contentsOf: self, options: .mappedIfSafe) }
}

extension Multipart {
    /// All parts, files included; nil when one cannot be read.
    fileprivate var bytes: Data? {
        try? pieces().reduce(into: Data()) { bytes, piece in
            switch piece {
            case .data(let data): bytes.append(data)
            case .file(let file): bytes.append(try Data(contentsOf: file))
            case .stream, .multipart: break
            }
        }
    }
}
