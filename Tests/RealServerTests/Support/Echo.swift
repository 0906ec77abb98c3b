import EndpointTesting

/// What httpbin saw of a request.
struct Echo: Decodable {
    let method: String?
    let url: URL
    let args: [String: OneOrMany]
    let headers: [String: String]
    let data: String?
    let form: [String: OneOrMany]?
    let files: [String: OneOrMany]?
    let json: JSONValue?
}

/// What httpbin makes of values: a text, or several of one name.
struct OneOrMany: Decodable, Hashable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    let texts: [String]

    init(_ texts: [String]) {
        self.texts = texts
    }

    init(stringLiteral text: String) {
        self.init([text])
    }

    init(arrayLiteral texts: String...) {
        self.init(texts)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        texts = try (try? [container.decode(String.self)]) ?? container.decode([String].self)
    }
}
