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
