// The six common methods by name, so that an endpoint's request reads like a sentence: `try .get("books/\(id)")`.
// `URLRequest.get` is a value that is called like a function, and so is the `get` of a `URLRequestBuildable`.
// For any other method, use the initializers at the end of this file.

extension URLRequest {
    /// Reads a representation: `try .get("books/\(id)")`.
    public static var get: Verb<Never> { Verb(method: .get) }
    /// Reads the headers of a representation.
    public static var head: Verb<Never> { Verb(method: .head) }
    /// Sends a body to a resource: `try .post("books", body: .json(book))`.
    public static var post: Verb<HTTPBody> { Verb(method: .post) }
    /// Replaces a resource.
    public static var put: Verb<HTTPBody> { Verb(method: .put) }
    /// Changes a part of a resource (RFC 5789).
    public static var patch: Verb<HTTPBody> { Verb(method: .patch) }
    /// Removes a resource.
    public static var delete: Verb<HTTPBody> { Verb(method: .delete) }
}

/// Gives an endpoint the verbs of `URLRequest` as members: `get(url)` beside `try .get("books/\(id)")`.
public protocol URLRequestBuildable {}

extension URLRequestBuildable {
    /// Reads a representation.
    public var get: URLRequest.Verb<Never> { URLRequest.get }
    /// Reads the headers of a representation.
    public var head: URLRequest.Verb<Never> { URLRequest.head }
    /// Sends a body to a resource.
    public var post: URLRequest.Verb<HTTPBody> { URLRequest.post }
    /// Replaces a resource.
    public var put: URLRequest.Verb<HTTPBody> { URLRequest.put }
    /// Changes a part of a resource (RFC 5789).
    public var patch: URLRequest.Verb<HTTPBody> { URLRequest.patch }
    /// Removes a resource.
    public var delete: URLRequest.Verb<HTTPBody> { URLRequest.delete }
}

extension URLRequest {
    /// A method that is called like a function and makes a request: with an ``HTTPBody``, or never with a body.
    public struct Verb<Body>: Sendable {
        let method: HTTPMethod
    }
}

extension URLRequest.Verb<Never> {
    /// A request for a path.
    ///
    /// - Throws: ``RequestError`` when a value of the path or a header cannot be sent safely.
    public func callAsFunction(
        _ path: URLPath, query: URLQuery = [:], headers: HeaderFields = [:]
    ) throws -> URLRequest {
        try URLRequest(method, path, query: query, headers: headers)
    }

    /// A request for a URL with headers.
    ///
    /// - Throws: ``RequestError`` when a header cannot be sent safely.
    public func callAsFunction(_ url: URL, query: URLQuery = [:], headers: HeaderFields) throws -> URLRequest {
        try URLRequest(method, url, query: query, headers: headers)
    }

    /// A request for a URL.
    public func callAsFunction(_ url: URL, query: URLQuery = [:]) -> URLRequest {
        URLRequest(method, url, query: query)
    }
}

extension URLRequest.Verb<HTTPBody> {
    /// A request for a path.
    ///
    /// - Throws: ``RequestError`` when a value of the path or a header cannot be sent safely.
    public func callAsFunction(
        _ path: URLPath, query: URLQuery = [:], headers: HeaderFields = [:], body: HTTPBody? = nil
    ) throws -> URLRequest {
        try URLRequest(method, path, query: query, headers: headers, body: body)
    }

    /// A request for a URL with headers.
    ///
    /// - Throws: ``RequestError`` when a header cannot be sent safely.
    public func callAsFunction(
        _ url: URL, query: URLQuery = [:], headers: HeaderFields, body: HTTPBody? = nil
    ) throws -> URLRequest {
        try URLRequest(method, url, query: query, headers: headers, body: body)
    }

    /// A request for a URL.
    public func callAsFunction(_ url: URL, query: URLQuery = [:], body: HTTPBody? = nil) -> URLRequest {
        URLRequest(method, url, query: query, body: body)
    }
}

extension URLRequest {
    /// A request with any method, for a path. A body sets its `Content-Type`, unless the headers have one.
    ///
    /// - Throws: ``RequestError`` when a value of the path or a header cannot be sent safely.
    public init(
        _ method: HTTPMethod, _ path: URLPath, query: URLQuery = [:], headers: HeaderFields = [:],
        body: HTTPBody? = nil
    ) throws {
        try self.init(method, path.url(), query: query, headers: headers, body: body)
    }

    /// A request with any method, for a URL, with headers. A body sets its `Content-Type`, unless the headers have one.
    ///
    /// - Throws: ``RequestError`` when a header cannot be sent safely.
    public init(
        _ method: HTTPMethod, _ url: URL, query: URLQuery = [:], headers: HeaderFields, body: HTTPBody? = nil
    ) throws {
        self.init(method, url, query: query, body: body)
        try HeaderRules.check(headers)
        for field in headers { setValue(field.value, forHTTPHeaderField: field.name) }
    }

    /// A request with any method, for a URL. A body sets its `Content-Type`.
    public init(_ method: HTTPMethod, _ url: URL, query: URLQuery = [:], body: HTTPBody? = nil) {
        self.init(url: query.isEmpty ? url : url.appending(query))
        if method != .get { httpMethod = method.rawValue }
        guard let body else { return }
        httpBody = body.data
        setValue(body.contentType, forHTTPHeaderField: "Content-Type")
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
