/// What a recorder or a replay knows of a request: the URL, the headers and the body that a ``URLSessionClient`` of the same
/// environment would send, by the very same rules.
package struct OutgoingSnapshot: Sendable {
    private let rules: OutgoingRules

    package init(_ environment: some APIEnvironment) {
        rules = OutgoingRules(environment)
    }

    /// A snapshot for requests below a URL, without headers of its own.
    package init(baseURL: URL) {
        self.init(BaseEnvironment(baseURL: baseURL, headers: [:]))
    }

    /// The request as it would be sent. Files are read and streams are made once more for it.
    ///
    /// - Throws: `RequestError` when it cannot be sent safely.
    package func request(_ request: APIRequest) throws -> Interaction.Request {
        let outgoing = try rules.apply(to: request)
        let headers = [HeaderField](outgoing.headers.filter { $0.value != " " })
        let body = try outgoing.body.map { body in
            Interaction.Body(try body.read(), contentType: headers.value(of: "Content-Type") ?? "")
        }
        return Interaction.Request(outgoing.method, outgoing.url.absoluteString, headers: headers, body: body)
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
