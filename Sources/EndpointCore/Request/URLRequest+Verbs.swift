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
