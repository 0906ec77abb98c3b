import EndpointTesting

/// How a request carries its payload.
enum StressBody: CaseIterable, Sendable {
    /// In the `URLRequest`.
    case request
    /// The three kinds of an upload, the last with and without a length.
    case data, file, stream, chunks

    /// The body as an upload has it.
    func uploadBody(_ payload: Payload, file: URL) -> UploadEndpointBody {
        switch self {
        case .request, .data: .data(payload.data)
        case .file: .file(file)
        case .stream: .stream(InputStream(data: payload.data), length: Int64(payload.data.count))
        case .chunks: .stream(InputStream(data: payload.data))
        }
    }
}
