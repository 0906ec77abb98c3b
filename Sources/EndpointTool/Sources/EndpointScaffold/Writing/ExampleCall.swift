import EndpointCassette

/// An endpoint with the values of an example, as an expression of Swift, and the request that it makes.
struct ExampleCall {
    private let endpoint: EndpointDescription
    private let example: Example
    private let arguments: [(input: Input, value: SwiftText)]
    private let fixtures: Fixtures?

    /// The URL below the base URL, as the endpoint makes it.
    let relativeURL: String

    /// The header fields that the inputs are sent in.
    let headers: [(name: String, value: String)]

    /// The JSON of the body as an expression of Swift; nil without one.
    private(set) var bodyJSON: String?

    /// A body that is text or a form.
    private(set) var bodyText: String?

    /// Nil if a value cannot be written in Swift, or if the endpoint refuses it.
    ///
    /// - Parameter fixtures: Examples that stand for the bodies; nil to write each body as it is.
    init?(_ endpoint: EndpointDescription, _ example: Example, _ module: ModuleDescription, _ fixtures: Fixtures?) {
        self.endpoint = endpoint
        self.example = example
        self.fixtures = fixtures
        let values = SampleValue(models: module.models)
        var arguments: [(Input, SwiftText)] = []
        for input in endpoint.inputs {
            let value = example.values[input.name] ?? .null
            let text: SwiftText?
            if input.type.unwrapped == .url {
                text = input.isOptional && value.isNull ? .plain("nil") : .plain("file")
            } else if input.role == .body, let standIn = fixtures?.value(of: input.type) {
                text = .plain(standIn)
                bodyJSON = fixtures?.json(of: input.type)
            } else if input.type == .data, let body = value.text {
                text = .plain("Data(\(SwiftLiteral.string(body)).utf8)")
            } else {
                text = values.expression(of: value, as: input.type)
                if input.role == .body, endpoint.body == .json {
                    let sent = values.encoded(value, as: input.type)
                    bodyJSON = SwiftLiteral.json(sent.fixture(width: 70), indent: 8)
                }
            }
            guard let text else { return nil }
            if input.isOptional, text == .plain("nil") { continue }
            arguments.append((input, text))
        }
        self.arguments = arguments
        guard let url = Self.relativeURL(endpoint, example, fixtures) else { return nil }
        relativeURL = url
        headers = Self.headers(endpoint, example)
        bodyText = Self.bodyText(endpoint, example)
    }

    /// `BookEndpoint(id: "1")`
    var expression: SwiftText { .call(endpoint.typeName, arguments.map { argument($0.input, $0.value) }) }

    /// The same with another expression for one of the inputs, for a function of a test.
    func expression(replacing name: SwiftIdentifier, by value: String) -> SwiftText {
        .call(
            endpoint.typeName,
            arguments.map { input, text in
                if input.name == name { return argument(input, .plain(value)) }
                return argument(input, input.type.unwrapped == .url ? .plain("Self.file") : text)
            })
    }

    func hasValue(of input: Input) -> Bool { arguments.contains { $0.input.name == input.name } }

    /// The expression of an input's value.
    func value(of input: Input) -> SwiftText? { arguments.first { $0.input.name == input.name }?.value }

    private func argument(_ input: Input, _ value: SwiftText) -> SwiftText.Argument {
        .init(label: input.name.label, value: value)
    }
}

extension ExampleCall {
    /// The URL that the endpoint makes of the values; nil if it refuses one of them.
    static func relativeURL(_ endpoint: EndpointDescription, _ example: Example, _ fixtures: Fixtures?) -> String? {
        var path = URLPath(literalCapacity: 0, interpolationCount: 0)
        for (index, part) in endpoint.path.enumerated() {
            if index > 0 { path.appendLiteral("/") }
            var pieces = [part]
            if case .several(let parts) = part { pieces = parts }
            for piece in pieces {
                switch piece {
                case .literal(let text): path.appendLiteral(text)
                case .value(let name, let property):
                    guard let value = value(of: name, property, endpoint, example, fixtures) else { return nil }
                    path.appendInterpolation(value)
                case .several: return nil
                }
            }
        }
        guard let url = try? path.url() else { return nil }
        let query = query(endpoint, example)
        return query.isEmpty ? url.relativeString : url.relativeString + "?" + query.percentEncoded
    }

    /// The text of an input in a path, or of a property of the body.
    private static func value(
        of name: SwiftIdentifier, _ property: String?, _ endpoint: EndpointDescription, _ example: Example,
        _ fixtures: Fixtures?
    ) -> String? {
        let input = endpoint.inputs.first { $0.name == name }
        guard let property else { return input?.text(of: example.values[name], separator: ",") }
        let body = input.flatMap { Fixtures.root($0.type) }.flatMap { fixtures?.samples[$0] } ?? example.values[name]
        return body?.member(property)?.scalarText
    }

    /// The header fields that the inputs are sent in.
    static func headers(_ endpoint: EndpointDescription, _ example: Example) -> [(name: String, value: String)] {
        var fields: [(String, String)] = []
        var cookieText = ""
        for input in endpoint.inputs {
            guard let text = input.text(of: example.values[input.name], separator: ",") else { continue }
            switch input.role {
            case .header(let name): fields.append((name, text))
            case .contentType: fields.append(("Content-Type", text))
            case .cookie(let name):
                cookieText += (cookieText.isEmpty ? "" : "; ") + URLQuery([name: text]).percentEncoded
            default: break
            }
        }
        return cookieText.isEmpty ? fields : fields + [("Cookie", cookieText)]
    }

    /// The items of the query in the order of the inputs.
    static func query(_ endpoint: EndpointDescription, _ example: Example) -> URLQuery {
        endpoint.inputs.reduce(URLQuery([:])) { query, input in
            guard case .query(let name, let style) = input.role else { return query }
            return query + items(name, input, example.values[input.name], style)
        }
    }

    private static func items(
        _ name: String, _ input: Input, _ value: Sample?, _ style: Input.QueryStyle
    ) -> URLQuery {
        if case .array(let elements) = value {
            let texts = elements.compactMap { input.text(of: .array([$0]), separator: "") }
            switch style {
            case .plain: return URLQuery([name: texts])
            case .brackets: return URLQuery([name: texts], arrays: .brackets)
            case .comma: return URLQuery([name: texts], arrays: .comma)
            case .joined: break
            }
        }
        var separator = ","
        if case .joined(let text) = style { separator = text }
        return URLQuery([name: input.text(of: value, separator: separator)])
    }

    /// A form or a text as it is sent.
    static func bodyText(_ endpoint: EndpointDescription, _ example: Example) -> String? {
        switch endpoint.body {
        case .form:
            let form = endpoint.inputs.reduce(URLQuery([:])) { query, input in
                guard case .field(let name) = input.role else { return query }
                return query + items(name, input, example.values[input.name], .plain)
            }
            return form.formEncoded
        case .text, .data: return endpoint.inputs.first { $0.role == .body }.flatMap { example.values[$0.name]?.text }
        case .none, .json, .multipart, .file: return nil
        }
    }
}
