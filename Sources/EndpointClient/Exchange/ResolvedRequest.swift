/// What a recorder or a replay knows of a request: the URL, the headers and the body that a ``URLSessionClient`` of the same
/// environment would send, by the very same rules.
package struct ResolvedRequest: Sendable {
    private let rules: RequestResolver

    package init(_ environment: some APIEnvironment) {
        rules = RequestResolver(environment)
    }

    /// A snapshot for requests below a URL, without headers of its own.
    package init(baseURL: URL) {
        self.init(BaseEnvironment(baseURL: baseURL, headers: [:]))
    }

    /// What would be sent, without the blanks that keep the platform's own defaults away. Files are read and streams are made
    /// once more for it.
    ///
    /// - Throws: `RequestError` when it cannot be sent safely.
    package func parts(
        of request: APIRequest
    ) throws -> (method: String, url: URL, headers: [String: String], body: Data?) {
        let outgoing = try rules.apply(to: request)
        let headers = outgoing.headers.filter { $0.value != " " }
        return (outgoing.method, outgoing.url, headers, try outgoing.body?.read())
    }
}

extension OutgoingBody {
    /// All bytes. With a length, no more than that many.
    fileprivate func read() throws -> Data {
        guard length != 0 else { return Data() }
        guard let stream = makeStream() else { throw RequestError(.body("it cannot be opened.")) }
        stream.open()
        defer { stream.close() }
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        var data = Data()
        while data.count < length ?? .max {
            let count = stream.read(
                &bytes, maxLength: Int(min(Int64(bytes.count), (length ?? .max) - Int64(data.count))))
            if count == 0 { break }
            guard count > 0 else { throw RequestError(.body("it cannot be read.")) }
            data.append(contentsOf: bytes[..<count])
        }
        return data
    }
}
