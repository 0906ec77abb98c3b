/// A decoder's error in words that name the place: `"name" is missing at User.owner`.
struct DecodingProblem {
    let sentence: String
    let codingPath: [String]

    init(_ error: DecodingError, type: Any.Type, response: URLResponse?, body: Data) {
        let context = Self.context(of: error)
        let path = context.codingPath
        codingPath = path.map { $0.intValue.map(String.init) ?? $0.stringValue }
        let place = "\(type)" + (path.isEmpty ? " (root)" : path.map(Self.step).joined())
        sentence =
            switch error {
            case .keyNotFound(let key, _): "\"\(key.stringValue)\" is missing at \(place)"
            case .valueNotFound(let expected, _): "\(place) is null where \(expected) was expected"
            case .typeMismatch(let expected, _): "\(place) is not \(expected)"
            case .dataCorrupted where path.isEmpty: Self.unreadable(body, response)
            default: "\(place) cannot be read: \(context.debugDescription)"
            }
    }

    private static func context(of error: DecodingError) -> DecodingError.Context {
        switch error {
        case .keyNotFound(_, let context), .valueNotFound(_, let context), .typeMismatch(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: DecodingError.Context(codingPath: [], debugDescription: "")
        }
    }

    private static func step(_ key: any CodingKey) -> String {
        key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)"
    }

    private static func unreadable(_ body: Data, _ response: URLResponse?) -> String {
        if body.isEmpty { return "the body is empty" }
        let contentType = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Type")
        guard let type = contentType.flatMap({ MediaType($0) }), !type.isJSON else {
            return "the body is not valid JSON"
        }
        return "the body is \(type.type)/\(type.subtype), not JSON"
    }
}
