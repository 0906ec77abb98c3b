// The six common methods by name, so that an endpoint's request reads like a sentence: `try .get("books/\(id)")`.
// For any other, use the initializers of URLRequest+Parts.swift.
//
// What can fail throws: a `Path` for its values, headers for their characters. A ready `URL` without headers cannot.
extension URLRequest {
    /// Reads a representation.
    public static func get(
        _ path: Path, query: Query = [:], headers: [String: String] = [:]
    ) throws -> URLRequest {
        try URLRequest(.get, path, query: query, headers: headers)
    }

    /// Reads a representation.
    public static func get(
        _ url: URL, query: Query = [:]
    ) -> URLRequest {
        URLRequest(.get, url, query: query)
    }

    /// Reads a representation, with headers.
    public static func get(
        _ url: URL, query: Query = [:], headers: [String: String]
    ) throws -> URLRequest {
        try URLRequest(.get, url, query: query, headers: headers)
    }

    /// Reads the headers of a representation.
    public static func head(
        _ path: Path, query: Query = [:], headers: [String: String] = [:]
    ) throws -> URLRequest {
        try URLRequest(.head, path, query: query, headers: headers)
    }

    /// Reads the headers of a representation.
    public static func head(
        _ url: URL, query: Query = [:]
    ) -> URLRequest {
        URLRequest(.head, url, query: query)
    }

    /// Reads the headers of a representation, with headers.
    public static func head(
        _ url: URL, query: Query = [:], headers: [String: String]
    ) throws -> URLRequest {
        try URLRequest(.head, url, query: query, headers: headers)
    }

    /// Hands a body to a resource.
    public static func post(
        _ path: Path, query: Query = [:], headers: [String: String] = [:], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try URLRequest(.post, path, query: query, headers: headers, body: body)
    }

    /// Hands a body to a resource.
    public static func post(
        _ url: URL, query: Query = [:], body: HTTPBody? = nil
    ) -> URLRequest {
        URLRequest(.post, url, query: query, body: body)
    }

    /// Hands a body to a resource, with headers.
    public static func post(
        _ url: URL, query: Query = [:], headers: [String: String], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try URLRequest(.post, url, query: query, headers: headers, body: body)
    }

    /// Replaces a resource.
    public static func put(
        _ path: Path, query: Query = [:], headers: [String: String] = [:], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try URLRequest(.put, path, query: query, headers: headers, body: body)
    }

    /// Replaces a resource.
    public static func put(
        _ url: URL, query: Query = [:], body: HTTPBody? = nil
    ) -> URLRequest {
        URLRequest(.put, url, query: query, body: body)
    }

    /// Replaces a resource, with headers.
    public static func put(
        _ url: URL, query: Query = [:], headers: [String: String], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try URLRequest(.put, url, query: query, headers: headers, body: body)
    }

    /// Changes a part of a resource.
    public static func patch(
        _ path: Path, query: Query = [:], headers: [String: String] = [:], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try URLRequest(.patch, path, query: query, headers: headers, body: body)
    }

    /// Changes a part of a resource.
    public static func patch(
        _ url: URL, query: Query = [:], body: HTTPBody? = nil
    ) -> URLRequest {
        URLRequest(.patch, url, query: query, body: body)
    }

    /// Changes a part of a resource, with headers.
    public static func patch(
        _ url: URL, query: Query = [:], headers: [String: String], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try URLRequest(.patch, url, query: query, headers: headers, body: body)
    }

    /// Removes a resource.
    public static func delete(
        _ path: Path, query: Query = [:], headers: [String: String] = [:], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try URLRequest(.delete, path, query: query, headers: headers, body: body)
    }

    /// Removes a resource.
    public static func delete(
        _ url: URL, query: Query = [:], body: HTTPBody? = nil
    ) -> URLRequest {
        URLRequest(.delete, url, query: query, body: body)
    }

    /// Removes a resource, with headers.
    public static func delete(
        _ url: URL, query: Query = [:], headers: [String: String], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try URLRequest(.delete, url, query: query, headers: headers, body: body)
    }
}

/// Gives an endpoint the builders of `URLRequest` as methods: `get(url)` beside `try .get("books/\(id)")`.
public protocol URLRequestBuildable {}

extension URLRequestBuildable {
    /// Reads a representation.
    public func get(
        _ path: Path, query: Query = [:], headers: [String: String] = [:]
    ) throws -> URLRequest {
        try .get(path, query: query, headers: headers)
    }

    /// Reads a representation.
    public func get(
        _ url: URL, query: Query = [:]
    ) -> URLRequest {
        .get(url, query: query)
    }

    /// Reads a representation, with headers.
    public func get(
        _ url: URL, query: Query = [:], headers: [String: String]
    ) throws -> URLRequest {
        try .get(url, query: query, headers: headers)
    }

    /// Reads the headers of a representation.
    public func head(
        _ path: Path, query: Query = [:], headers: [String: String] = [:]
    ) throws -> URLRequest {
        try .head(path, query: query, headers: headers)
    }

    /// Reads the headers of a representation.
    public func head(
        _ url: URL, query: Query = [:]
    ) -> URLRequest {
        .head(url, query: query)
    }

    /// Reads the headers of a representation, with headers.
    public func head(
        _ url: URL, query: Query = [:], headers: [String: String]
    ) throws -> URLRequest {
        try .head(url, query: query, headers: headers)
    }

    /// Hands a body to a resource.
    public func post(
        _ path: Path, query: Query = [:], headers: [String: String] = [:], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try .post(path, query: query, headers: headers, body: body)
    }

    /// Hands a body to a resource.
    public func post(
        _ url: URL, query: Query = [:], body: HTTPBody? = nil
    ) -> URLRequest {
        .post(url, query: query, body: body)
    }

    /// Hands a body to a resource, with headers.
    public func post(
        _ url: URL, query: Query = [:], headers: [String: String], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try .post(url, query: query, headers: headers, body: body)
    }

    /// Replaces a resource.
    public func put(
        _ path: Path, query: Query = [:], headers: [String: String] = [:], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try .put(path, query: query, headers: headers, body: body)
    }

    /// Replaces a resource.
    public func put(
        _ url: URL, query: Query = [:], body: HTTPBody? = nil
    ) -> URLRequest {
        .put(url, query: query, body: body)
    }

    /// Replaces a resource, with headers.
    public func put(
        _ url: URL, query: Query = [:], headers: [String: String], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try .put(url, query: query, headers: headers, body: body)
    }

    /// Changes a part of a resource.
    public func patch(
        _ path: Path, query: Query = [:], headers: [String: String] = [:], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try .patch(path, query: query, headers: headers, body: body)
    }

    /// Changes a part of a resource.
    public func patch(
        _ url: URL, query: Query = [:], body: HTTPBody? = nil
    ) -> URLRequest {
        .patch(url, query: query, body: body)
    }

    /// Changes a part of a resource, with headers.
    public func patch(
        _ url: URL, query: Query = [:], headers: [String: String], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try .patch(url, query: query, headers: headers, body: body)
    }

    /// Removes a resource.
    public func delete(
        _ path: Path, query: Query = [:], headers: [String: String] = [:], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try .delete(path, query: query, headers: headers, body: body)
    }

    /// Removes a resource.
    public func delete(
        _ url: URL, query: Query = [:], body: HTTPBody? = nil
    ) -> URLRequest {
        .delete(url, query: query, body: body)
    }

    /// Removes a resource, with headers.
    public func delete(
        _ url: URL, query: Query = [:], headers: [String: String], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try .delete(url, query: query, headers: headers, body: body)
    }
}

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
