/// Writes the file of an endpoint.
struct EndpointFile {
    let endpoint: EndpointDescription
    let module: ModuleDescription

    var text: String {
        var text = "import EndpointCore\n\n"
        text += DocComment.text(endpoint.doc, indent: 0)
        text += "public struct \(endpoint.typeName): \(protocols.joined(separator: ", ")) {\n"
        let heads = typeAliases
        text += heads.joined()
        if !heads.isEmpty, !endpoint.inputs.isEmpty { text += "\n" }
        let properties = properties
        text += properties.declarations
        if !heads.isEmpty || !endpoint.inputs.isEmpty { text += "\n" }
        text += (endpoint.inputs.isEmpty ? "    public init() {}\n" : properties.initializer) + "\n" + request
        text += streamReading + nextPage
        return text + "}\n"
    }

    private var protocols: [String] {
        var names: [String]
        switch endpoint.content {
        case .void: names = ["VoidEndpoint"]
        case .data: names = ["\(module.prefix)Endpoint"]
        case .json: names = ["JsonEndpoint"]
        case .nested: names = ["NestedJsonEndpoint", "\(module.prefix)Endpoint"]
        case .events(let type, _):
            names = [type == nil ? "\(module.prefix)Endpoint" : "JsonEndpoint", "EventStreamEndpoint"]
        case .lines: names = ["\(module.prefix)Endpoint", "JsonLinesEndpoint"]
        }
        if endpoint.isUpload { names.append("UploadEndpoint") }
        if endpoint.paging != nil { names.append("PagedEndpoint") }
        return names
    }

    private var typeAliases: [String] {
        switch endpoint.content {
        case .void: []
        case .nested(let key, let type):
            [
                "    public typealias Content = \(type.text)\n",
                "    public static let contentKey = \(SwiftLiteral.string(key))\n",
            ]
        case .events(nil, _): ["    public typealias Content = ServerSentEvent\n"]
        default: ["    public typealias Content = \(endpoint.content.type?.text ?? "Data")\n"]
        }
    }

    private var properties: StoredProperties {
        StoredProperties(
            properties: endpoint.inputs.map {
                .init(
                    name: $0.name.plain, type: $0.shownType, isOptional: $0.isOptional, isVariable: false, doc: $0.doc)
            })
    }
}

extension Input {
    /// The type as it is written: `Book.ID`.
    var shownType: String { typeText.map { $0 + (isOptional ? "?" : "") } ?? type.text }
}

extension EndpointFile {
    private var request: String {
        let bodyType = endpoint.isUpload ? "(URLRequest, UploadEndpointBody)" : "URLRequest"
        var text = "    public func makeRequest() throws -> \(bodyType) {\n"
        let setUp = formSetUp
        text += setUp
        if endpoint.isUpload {
            let body = endpoint.body == .file ? ".file(\(name(of: .file)))" : ".multipart(\(form))"
            text += call.text(after: "        let \(constants.request) = try URLRequest", indent: 8) + "\n"
            text += "        return (\(constants.request), \(body))\n"
        } else {
            text += call.text(after: setUp.isEmpty ? "        try " : "        return try ", indent: 8) + "\n"
        }
        return text + "    }\n"
    }

    /// The call that makes the request: `.get("books/\(id)", query: [...])`.
    private var call: SwiftText {
        let method = endpoint.method
        let body = bodyArgument
        let names = ["GET": "get", "HEAD": "head", "POST": "post", "PUT": "put", "PATCH": "patch", "DELETE": "delete"]
        var arguments: [SwiftText.Argument] = [.init(label: nil, value: .plain(path))]
        let canHaveBody = !["GET", "HEAD"].contains(method) || body == nil
        var name = names[method].flatMap { canHaveBody ? ".\($0)" : nil } ?? ".init"
        if name == ".init" {
            let known = ["OPTIONS": ".options", "TRACE": ".trace", "QUERY": ".query", "GET": ".get", "HEAD": ".head"]
            arguments.insert(
                .init(
                    label: nil, value: .plain(known[method] ?? "HTTPMethod(rawValue: \(SwiftLiteral.string(method)))")),
                at: 0)
            name = endpoint.isUpload ? "" : "URLRequest"
        }
        if let query = queryArgument { arguments.append(.init(label: "query", value: query)) }
        if let headers = headersArgument { arguments.append(.init(label: "headers", value: headers)) }
        if let body { arguments.append(.init(label: "body", value: body)) }
        return .call(name, arguments)
    }

    private var path: String {
        "\"\(endpoint.path.map(Self.text).joined(separator: "/"))\""
    }

    private static func text(_ part: EndpointDescription.PathPart) -> String {
        switch part {
        case .literal(let text): String(SwiftLiteral.string(text).dropFirst().dropLast())
        case .value(let name, let property): "\\(\(name)\(property.map { ".\($0)" } ?? ""))"
        case .several(let parts): parts.map(text).joined()
        }
    }

    /// The items of the query. Arrays in different styles are in queries of their own, which are joined in their order.
    private var queryArgument: SwiftText? {
        var runs: [(style: Input.QueryStyle?, items: [SwiftText.Argument])] = []
        for input in endpoint.inputs {
            guard case .query(let name, let style) = input.role else { continue }
            var (value, own) = ("\(input.name)", input.type.unwrapped.isArray ? style : nil)
            if case .joined(let separator) = style { (value, own) = (input.text(separator: separator), nil) }
            let item = SwiftText.Argument(label: SwiftLiteral.string(name), value: .plain(value))
            if let last = runs.last, own == nil || last.style == nil || last.style == own {
                runs[runs.count - 1].items.append(item)
                runs[runs.count - 1].style = last.style ?? own
            } else {
                runs.append((own, [item]))
            }
        }
        let queries = runs.map { style, items -> SwiftText in
            guard let style, style != .plain else { return .dictionary(items) }
            let arrays = SwiftText.plain(style == .comma ? ".comma" : ".brackets")
            return .call(
                "URLQuery", [.init(label: nil, value: .dictionary(items)), .init(label: "arrays", value: arrays)])
        }
        return queries.count < 2 ? queries.first : .plain(queries.map(\.line).joined(separator: " + "))
    }

    /// The headers that every request has.
    private var headerItems: [SwiftText.Argument] {
        var items: [SwiftText.Argument] = []
        if let accept = endpoint.accept {
            items.append(.init(label: "\"Accept\"", value: .plain(SwiftLiteral.string(accept))))
        }
        for input in endpoint.inputs where !input.isOptional {
            switch input.role {
            case .contentType: items.append(.init(label: "\"Content-Type\"", value: .plain("\(input.name)")))
            case .header(let name):
                items.append(
                    .init(label: SwiftLiteral.string(name), value: .plain(input.text(separator: ","))))
            default: break
            }
        }
        if !cookies.isEmpty, cookies.allSatisfy({ !$0.input.isOptional }) {
            let query = SwiftText.call("URLQuery", [.init(label: nil, value: cookieItems)])
            items.append(.init(label: "\"Cookie\"", value: .plain(cookieText(query.line))))
        }
        return items
    }

    private var optionalHeaders: [(name: String, input: Input)] {
        endpoint.inputs.compactMap { input in
            if case .header(let name) = input.role, input.isOptional { (name, input) } else { nil }
        }
    }

    private var cookies: [(name: String, input: Input)] {
        endpoint.inputs.compactMap { if case .cookie(let name) = $0.role { (name, $0) } else { nil } }
    }

    private var cookieItems: SwiftText {
        .dictionary(
            cookies.map { name, input in
                let value = input.type.unwrapped.isArray ? input.text(separator: ",") : "\(input.name)"
                return .init(label: SwiftLiteral.string(name), value: .plain(value))
            })
    }

    /// The value of the header `Cookie` for a query of the cookies, in which everything is already percent-encoded.
    private func cookieText(_ query: String) -> String {
        "\(query).percentEncoded" + (cookies.count > 1 ? ".replacing(\"&\", with: \"; \")" : "")
    }

    private var hasOptionalHeader: Bool { !optionalHeaders.isEmpty || cookies.contains(where: \.input.isOptional) }

    private var headersArgument: SwiftText? {
        if hasOptionalHeader { return .plain("\(constants.headers)") }
        let items = headerItems
        return items.isEmpty ? nil : .dictionary(items)
    }

    /// Statements before the request: optional headers, and the parts of a form.
    private var formSetUp: String {
        var text = ""
        if hasOptionalHeader {
            let start = "        var \(constants.headers): HeaderFields = "
            text += SwiftText.dictionary(headerItems).text(after: start, indent: 8) + "\n"
            for (name, input) in optionalHeaders {
                text +=
                    "        \(constants.headers)[\(SwiftLiteral.string(name))] = \(input.text(separator: ","))\n"
            }
        }
        if cookies.contains(where: \.input.isOptional) {
            let areOptional = cookies.allSatisfy(\.input.isOptional)
            let value = cookieText("\(constants.cookies)")
            text += cookieItems.text(after: "        let \(constants.cookies): URLQuery = ", indent: 8) + "\n"
            text += "        \(constants.headers)[\"Cookie\"] = "
            text += (areOptional ? "\(constants.cookies).isEmpty ? nil : " : "") + value + "\n"
        }
        if endpoint.body == .multipart { text += multipart }
        return text
    }

    /// Names of constants that no input has.
    private var constants: Constants { Constants(names: InputNames(besides: endpoint.inputs)) }

    private struct Constants {
        let headers, cookies, parts, form, request: SwiftIdentifier

        init(names: InputNames) {
            var names = names
            headers = names.name(among: "headers", "headerFields")
            cookies = names.name(among: "cookies", "cookieItems")
            parts = names.name(among: "parts", "formParts")
            form = names.name(among: "form", "formBody")
            request = names.name(among: "request", "urlRequest")
        }
    }

    private var form: SwiftIdentifier { constants.form }

    private func name(of role: Input.Role) -> String {
        endpoint.inputs.first { $0.role == role }.map { "\($0.name)" } ?? ""
    }

    private var multipart: String {
        let parts = endpoint.inputs.compactMap { input -> (Input, String)? in
            guard case .part(let name, let type) = input.role else { return nil }
            let label = SwiftLiteral.string(name)
            guard input.type.unwrapped == .url else { return (input, ".field(\(label), \(input.name))") }
            return (
                input, ".file(\(label), \(input.name)\(type.map { ", contentType: \(SwiftLiteral.string($0))" } ?? ""))"
            )
        }
        let fixed = parts.filter { !$0.0.isOptional }.map(\.1)
        let optional = parts.filter(\.0.isOptional)
        guard !optional.isEmpty else {
            return SwiftText.array(fixed.map(SwiftText.plain)).text(
                after: "        let \(form): Multipart = ", indent: 8)
                + "\n"
        }
        var text =
            SwiftText.array(fixed.map(SwiftText.plain)).text(
                after: "        var \(constants.parts): [Multipart.Part] = ", indent: 8)
            + "\n"
        for (input, part) in optional {
            text += "        if let \(input.name) { \(constants.parts).append(\(part)) }\n"
        }
        return text + "        let \(form) = Multipart(\(constants.parts))\n"
    }

    private var bodyArgument: SwiftText? {
        let name = name(of: .body)
        switch endpoint.body {
        case .none, .file, .multipart: return nil
        case .json where module.dates != .none && usesDates: return .plain(".json(\(name), encoder: .api)")
        case .json: return .plain(".json(\(name))")
        case .text: return .plain(".text(\(name))")
        case .data(let type): return .plain("HTTPBody(\(name), contentType: \(SwiftLiteral.string(type)))")
        case .form:
            let items = endpoint.inputs.compactMap { input -> SwiftText.Argument? in
                guard case .field(let key) = input.role else { return nil }
                return .init(label: SwiftLiteral.string(key), value: .plain("\(input.name)"))
            }
            return .call(".form", [.init(label: nil, value: .dictionary(items))])
        }
    }

    private var usesDates: Bool {
        endpoint.inputs.first { $0.role == .body }.map { module.containsDate($0.type) } ?? false
    }
}

extension EndpointFile {
    private var streamReading: String {
        guard case .events(let type?, let end?) = endpoint.content else { return "" }
        return """

                public var endsExplicitly: Bool { true }

                public func read(_ event: ServerSentEvent, from response: URLResponse?) throws -> StreamElement<\(type.text)> {
                    if event.data == \(SwiftLiteral.string(end)) { return .end }
                    return .content(try content(from: response, with: Data(event.data.utf8)))
                }

            """
    }

    private var nextPage: String {
        guard let paging = endpoint.paging, let type = endpoint.content.type else { return "" }
        let statement: String
        switch paging {
        case .link(let name):
            statement =
                "guard let \(name), LinkHeader(response)[\"next\"] != nil else { return nil }\n        return \(next(name, "\(name) + 1"))"
        case .number(let name, let items):
            statement =
                "guard let \(name), !\(items).isEmpty else { return nil }\n        return \(next(name, "\(name) + 1"))"
        case .offset(let name, let items):
            statement =
                "if \(items).isEmpty { return nil }\n        return \(next(name, "(\(name) ?? 0) + \(items).count"))"
        case .cursor(let name, let source, let isOptional):
            let value = self.next(besides: name)
            statement =
                isOptional
                ? "guard let \(value) = \(source) else { return nil }\n        return \(next(name, "\(value)"))"
                : "if \(source).isEmpty { return nil }\n        return \(next(name, source))"
        }
        return
            "\n    public func nextPage(after content: \(type.text), _ response: HTTPURLResponse) -> \(endpoint.typeName)? {\n        \(statement)\n    }\n"
    }

    /// The name of a constant for the next value of an input, which may be called like this one input.
    private func next(besides name: SwiftIdentifier) -> SwiftIdentifier {
        var names = InputNames(besides: endpoint.inputs.filter { $0.name != name })
        return names.name(among: "next", "nextValue")
    }

    /// The same endpoint with another value of one input.
    private func next(_ name: SwiftIdentifier, _ value: String) -> String {
        let arguments = endpoint.inputs.map { input in
            SwiftText.Argument(
                label: input.name.label, value: .plain(input.name == name ? value : "\(input.name)"))
        }
        let text = SwiftText.call(endpoint.typeName, arguments).text(after: "        return ", indent: 8)
        return String(text.dropFirst("        return ".count))
    }
}
