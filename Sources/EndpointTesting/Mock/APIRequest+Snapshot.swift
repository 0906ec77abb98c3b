extension APIRequest {
    /// The request as a value that can be compared. The body of a stream is not read.
    var snapshot: Interaction.Request {
        switch body {
        case .data(let data): Interaction.Request(urlRequest, body: data)
        case .file(let file): Interaction.Request(urlRequest, body: try? Data(contentsOf: file, options: .mappedIfSafe))
        case .stream, nil: Interaction.Request(urlRequest)
        }
    }
}
