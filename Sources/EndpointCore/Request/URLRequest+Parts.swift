extension URLRequest {
    /// A request by its parts, with any method.
    ///
    /// - Throws: ``RequestError`` when a value of the path or a header cannot be sent safely.
    public init(
        _ method: HTTPMethod, _ path: Path, query: Query = [:], headers: [String: String] = [:], body: HTTPBody? = nil
    ) throws {
        try self.init(method, path.url(), query: query, headers: headers, body: body)
    }

    /// A request by its parts, with any method and headers.
    ///
    /// - Throws: ``RequestError`` when a header cannot be sent safely.
    public init(
        _ method: HTTPMethod, _ url: URL, query: Query = [:], headers: [String: String], body: HTTPBody? = nil
    ) throws {
        self.init(method, url, query: query, body: body)
        for (name, value) in headers {
            try HeaderRules.check(name: name, value: value)
            setValue(value, forHTTPHeaderField: name)
        }
    }

    /// A request by its parts, with any method. A body brings its `Content-Type`.
    public init(_ method: HTTPMethod, _ url: URL, query: Query = [:], body: HTTPBody? = nil) {
        self.init(url: query.isEmpty ? url : url.appending(query))
        if method != .get { httpMethod = method.rawValue }
        guard let body else { return }
        httpBody = body.data
        setValue(body.contentType, forHTTPHeaderField: "Content-Type")
    }
}

extension URL {
    /// This URL with more items in its query. It stays relative if it is.
    fileprivate func appending(_ query: Query) -> URL {
        let parts = relativeString.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let separator = parts[0].contains("?") ? "&" : "?"
        let text = parts[0] + separator + query.percentEncoded
        return URL(string: String(text), relativeTo: baseURL) ?? self
    }
}
