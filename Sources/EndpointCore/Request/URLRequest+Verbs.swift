// The six common methods by name, so that an endpoint's request reads like a sentence: `try .get("books/\(id)")`. For
// any other method there are the initializers.

extension URLRequest {
    /// Reads a representation: `try .get("books/\(id)")`.
    ///
    /// - Throws: ``RequestError`` when a value of the path or a header cannot be sent safely.
    public static func get(
        _ path: URLPath, query: URLQuery = [:], headers: HeaderFields = [:]
    ) throws -> URLRequest {
        try URLRequest(.get, path, query: query, headers: headers)
    }

    /// Reads a representation at a URL.
    ///
    /// - Throws: ``RequestError`` when a header cannot be sent safely.
    public static func get(
        _ url: URL, query: URLQuery = [:], headers: HeaderFields = [:]
    ) throws -> URLRequest {
        try URLRequest(.get, url, query: query, headers: headers)
    }

    /// Reads the headers of a representation.
    ///
    /// - Throws: ``RequestError`` when a value of the path or a header cannot be sent safely.
    public static func head(
        _ path: URLPath, query: URLQuery = [:], headers: HeaderFields = [:]
    ) throws -> URLRequest {
        try URLRequest(.head, path, query: query, headers: headers)
    }

    /// Reads the headers of a representation at a URL.
    ///
    /// - Throws: ``RequestError`` when a header cannot be sent safely.
    public static func head(
        _ url: URL, query: URLQuery = [:], headers: HeaderFields = [:]
    ) throws -> URLRequest {
        try URLRequest(.head, url, query: query, headers: headers)
    }

    /// Sends a body to a resource: `try .post("books", body: .json(book))`.
    ///
    /// - Throws: ``RequestError`` when a value of the path or a header cannot be sent safely.
    public static func post(
        _ path: URLPath, query: URLQuery = [:], headers: HeaderFields = [:], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try URLRequest(.post, path, query: query, headers: headers, body: body)
    }

    /// Sends a body to a resource at a URL.
    ///
    /// - Throws: ``RequestError`` when a header cannot be sent safely.
    public static func post(
        _ url: URL, query: URLQuery = [:], headers: HeaderFields = [:], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try URLRequest(.post, url, query: query, headers: headers, body: body)
    }

    /// Replaces a resource.
    ///
    /// - Throws: ``RequestError`` when a value of the path or a header cannot be sent safely.
    public static func put(
        _ path: URLPath, query: URLQuery = [:], headers: HeaderFields = [:], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try URLRequest(.put, path, query: query, headers: headers, body: body)
    }

    /// Replaces a resource at a URL.
    ///
    /// - Throws: ``RequestError`` when a header cannot be sent safely.
    public static func put(
        _ url: URL, query: URLQuery = [:], headers: HeaderFields = [:], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try URLRequest(.put, url, query: query, headers: headers, body: body)
    }

    /// Changes a part of a resource (RFC 5789).
    ///
    /// - Throws: ``RequestError`` when a value of the path or a header cannot be sent safely.
    public static func patch(
        _ path: URLPath, query: URLQuery = [:], headers: HeaderFields = [:], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try URLRequest(.patch, path, query: query, headers: headers, body: body)
    }

    /// Changes a part of a resource (RFC 5789) at a URL.
    ///
    /// - Throws: ``RequestError`` when a header cannot be sent safely.
    public static func patch(
        _ url: URL, query: URLQuery = [:], headers: HeaderFields = [:], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try URLRequest(.patch, url, query: query, headers: headers, body: body)
    }

    /// Removes a resource.
    ///
    /// - Throws: ``RequestError`` when a value of the path or a header cannot be sent safely.
    public static func delete(
        _ path: URLPath, query: URLQuery = [:], headers: HeaderFields = [:], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try URLRequest(.delete, path, query: query, headers: headers, body: body)
    }

    /// Removes a resource at a URL.
    ///
    /// - Throws: ``RequestError`` when a header cannot be sent safely.
    public static func delete(
        _ url: URL, query: URLQuery = [:], headers: HeaderFields = [:], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try URLRequest(.delete, url, query: query, headers: headers, body: body)
    }

    /// A request with any method, for a path. A body sets its `Content-Type`, unless the headers have one.
    ///
    /// - Throws: ``RequestError`` when a value of the path or a header cannot be sent safely.
    public init(
        _ method: HTTPMethod, _ path: URLPath, query: URLQuery = [:], headers: HeaderFields = [:],
        body: HTTPBody? = nil
    ) throws {
        try self.init(method, path.url(), query: query, headers: headers, body: body)
    }

    /// A request with any method, for a URL. A body sets its `Content-Type`, unless the headers have one.
    ///
    /// - Throws: ``RequestError`` when a header cannot be sent safely.
    public init(
        _ method: HTTPMethod, _ url: URL, query: URLQuery = [:], headers: HeaderFields = [:], body: HTTPBody? = nil
    ) throws {
        self.init(method, url, query, body)
        try HeaderRules.check(headers)
        for field in headers { setValue(field.value, forHTTPHeaderField: field.name) }
    }

    /// A request without headers, in which nothing has to be checked.
    fileprivate init(_ method: HTTPMethod, _ url: URL, _ query: URLQuery, _ body: HTTPBody?) {
        self.init(url: query.isEmpty ? url : url.appending(query))
        if method != .get { httpMethod = method.rawValue }
        guard let body else { return }
        httpBody = body.data
        setValue(body.contentType, forHTTPHeaderField: "Content-Type")
    }
}

// A path in a `String` would have to be trusted as it is, or be one encoded segment: neither is what the caller means.
extension URLRequest {
    @available(
        *, unavailable,
        message:
            "Write the path as a literal, as in \"books/\\(id)\". For one that is encoded: URLPath(percentEncoded:)."
    )
    @_disfavoredOverload
    public static func get(
        _ path: String, query: URLQuery = [:], headers: HeaderFields = [:]
    ) throws -> URLRequest {
        try get(URLPath(percentEncoded: path), query: query, headers: headers)
    }

    @available(
        *, unavailable,
        message:
            "Write the path as a literal, as in \"books/\\(id)\". For one that is encoded: URLPath(percentEncoded:)."
    )
    @_disfavoredOverload
    public static func head(
        _ path: String, query: URLQuery = [:], headers: HeaderFields = [:]
    ) throws -> URLRequest {
        try head(URLPath(percentEncoded: path), query: query, headers: headers)
    }

    @available(
        *, unavailable,
        message:
            "Write the path as a literal, as in \"books/\\(id)\". For one that is encoded: URLPath(percentEncoded:)."
    )
    @_disfavoredOverload
    public static func post(
        _ path: String, query: URLQuery = [:], headers: HeaderFields = [:], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try post(URLPath(percentEncoded: path), query: query, headers: headers, body: body)
    }

    @available(
        *, unavailable,
        message:
            "Write the path as a literal, as in \"books/\\(id)\". For one that is encoded: URLPath(percentEncoded:)."
    )
    @_disfavoredOverload
    public static func put(
        _ path: String, query: URLQuery = [:], headers: HeaderFields = [:], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try put(URLPath(percentEncoded: path), query: query, headers: headers, body: body)
    }

    @available(
        *, unavailable,
        message:
            "Write the path as a literal, as in \"books/\\(id)\". For one that is encoded: URLPath(percentEncoded:)."
    )
    @_disfavoredOverload
    public static func patch(
        _ path: String, query: URLQuery = [:], headers: HeaderFields = [:], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try patch(URLPath(percentEncoded: path), query: query, headers: headers, body: body)
    }

    @available(
        *, unavailable,
        message:
            "Write the path as a literal, as in \"books/\\(id)\". For one that is encoded: URLPath(percentEncoded:)."
    )
    @_disfavoredOverload
    public static func delete(
        _ path: String, query: URLQuery = [:], headers: HeaderFields = [:], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try delete(URLPath(percentEncoded: path), query: query, headers: headers, body: body)
    }
}

/// Gives an endpoint the verbs of `URLRequest` as methods for URLs: `get(url)`.
public protocol URLRequestBuildable {}

extension URLRequestBuildable {
    /// Reads a representation.
    public func get(_ url: URL, query: URLQuery = [:]) -> URLRequest { URLRequest(.get, url, query, nil) }

    /// Reads the headers of a representation.
    public func head(_ url: URL, query: URLQuery = [:]) -> URLRequest { URLRequest(.head, url, query, nil) }

    /// Sends a body to a resource.
    public func post(_ url: URL, query: URLQuery = [:], body: HTTPBody? = nil) -> URLRequest {
        URLRequest(.post, url, query, body)
    }

    /// Replaces a resource.
    public func put(_ url: URL, query: URLQuery = [:], body: HTTPBody? = nil) -> URLRequest {
        URLRequest(.put, url, query, body)
    }

    /// Changes a part of a resource (RFC 5789).
    public func patch(_ url: URL, query: URLQuery = [:], body: HTTPBody? = nil) -> URLRequest {
        URLRequest(.patch, url, query, body)
    }

    /// Removes a resource.
    public func delete(_ url: URL, query: URLQuery = [:], body: HTTPBody? = nil) -> URLRequest {
        URLRequest(.delete, url, query, body)
    }
}

extension URL {
    /// This URL with more items in its query. A relative URL stays relative.
    fileprivate func appending(_ query: URLQuery) -> URL {
        let parts = relativeString.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let separator = parts[0].contains("?") ? "&" : "?"
        let text = parts[0] + separator + query.percentEncoded
        return URL(string: String(text), relativeTo: baseURL) ?? self
    }
}
