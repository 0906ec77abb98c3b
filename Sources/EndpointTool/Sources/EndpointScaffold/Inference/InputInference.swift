import EndpointCassette

/// The inputs of an endpoint, and their values in each call.
struct InputInference {
    private(set) var path: [EndpointDescription.PathPart] = []
    private(set) var inputs: [Input] = []
    private(set) var body = EndpointDescription.BodyForm.none
    private(set) var examples: [Example] = []

    private let route: Route
    private let models: ModelTable
    private let prefix: String
    private var names = InputNames()

    init(_ route: Route, _ naming: EndpointNaming, body type: SwiftType?, _ models: ModelTable, prefix: String) {
        self.route = route
        self.models = models
        self.prefix = prefix
        examples = route.calls.map { call in
            Example(
                reply: call.response.map { .init(status: $0.status, contentType: $0.contentType, body: $0.body) },
                interaction: call.response.map { route.content.reads($0) || $0.status >= 300 } == true
                    ? call.interaction : nil)
        }
        let body =
            route.hasTypedBody ? type.map { (name: names.name(among: Self.bodyName($0), "body"), type: $0) } : nil
        addPath(body)
        addQuery()
        addBody(body)
        inputs = inputs.filter { !$0.isOptional } + inputs.filter(\.isOptional)
        moveBestExampleFirst()
    }

    /// `draft` for a `BookDraft`, `books` for `[Book]`.
    private static func bodyName(_ type: SwiftType) -> String {
        switch type {
        case .named(let name):
            let last = NameWords.split(name).last ?? name
            return ["Draft", "Changes", "Request"].contains(last)
                ? last.lowercased() : SwiftName.lower(Model.shortName(of: name))
        case .array(let element): return Noun.plural(bodyName(element))
        case .optional(let wrapped): return bodyName(wrapped)
        default: return "body"
        }
    }

    private mutating func setValues(_ name: SwiftIdentifier, _ values: [Sample?]) {
        for (index, value) in values.enumerated() { examples[index].values[name] = value }
    }

    /// A call with a successful response and many inputs is the best one for a test.
    private mutating func moveBestExampleFirst() {
        func score(_ example: Example) -> Int {
            let isGood = example.reply.map { 200..<300 ~= $0.status && example.interaction != nil } ?? false
            return (isGood ? 1000 : 0) + example.values.count
        }
        guard let best = examples.indices.max(by: { (score(examples[$0]), -$0) < (score(examples[$1]), -$1) }) else {
            return
        }
        examples.insert(examples.remove(at: best), at: 0)
    }
}

// The path.
extension InputInference {
    /// An input whose value is JSON of a type.
    private typealias TypedBody = (name: SwiftIdentifier, type: SwiftType)

    private mutating func addPath(_ body: TypedBody?) {
        let offset = (route.calls.first?.url.segments.count ?? 0) - route.path.parts.count
        let values = route.calls.map {
            route.path.values(in: Array($0.url.segments.dropFirst(offset))).map { $0.removingPercentEncoding ?? $0 }
        }
        let parameters = PathParameters(route.path, values: values)
        for part in route.path.parts {
            switch part {
            case .literal(let text): path.append(.literal(text))
            case .parameter(let index): path.append(value(index, values.map { $0[index] }, parameters, body))
            }
        }
    }

    /// A parameter of the path: an input of its own, or the identifier of the body.
    private mutating func value(
        _ index: Int, _ texts: [String], _ parameters: PathParameters, _ body: TypedBody?
    ) -> EndpointDescription.PathPart {
        let (name, subject) = (parameters.names[index], parameters.subjects[index])
        let isLast = index == route.path.parameterCount - 1
        if isLast, let body, isIdentifier(texts, ofBody: body.type) { return .value(body.name, property: "id") }
        let model = models[SwiftName.upper(subject)] ?? models[prefix + SwiftName.upper(subject)]
        let isPlain = model?.idType != nil && name == subject && isLast
        let own = names.name(among: isPlain ? "id" : name, subject + "ID", name + "Value")
        let isNumber = texts.allSatisfy { Int($0).map(String.init) == $0 }
        var input = Input(name: own, type: isNumber ? .integer : .string, role: .path)
        if let model, let type = model.idType, type == .string || isNumber {
            (input.type, input.typeText) = (type, "\(model.name).ID")
        }
        inputs.append(input)
        setValues(own, texts.map { input.type == .integer ? .number($0) : .string($0) })
        return .value(own)
    }

    /// Whether the texts of a path are the identifiers in the bodies, so that the body is enough.
    private func isIdentifier(_ texts: [String], ofBody type: SwiftType) -> Bool {
        guard let model = models.model(of: type), model.idType != nil, !type.isOptional,
            let key = model.properties.first(where: { $0.name == "id" })?.key
        else { return false }
        return zip(texts, route.requests).allSatisfy { text, body in body?.member(key)?.scalarText == text }
    }
}

// The query.
extension InputInference {
    private mutating func addQuery() {
        for item in route.calls.flatMap(\.url.query).map(\.name).distinct(by: \.self).prefix(60) {
            let texts = route.calls.map { call in call.url.query.filter { $0.name == item }.map(\.value) }
            add(item, texts) { .query($0, $1) }
        }
    }

    /// Adds the input for an item of a query or a form.
    private mutating func add(_ item: String, _ texts: [[String]], role: (String, Input.QueryStyle) -> Input.Role) {
        let isBracketed = item.hasSuffix("[]")
        let isArray = isBracketed || texts.contains { $0.count > 1 }
        let plain = isBracketed ? String(item.dropLast(2)) : item
        let name = names.name(of: plain)
        let all = texts.flatMap(\.self)
        let element = Self.type(of: all, named: plain)
        let isSecret = all.contains { $0.contains("{{secret") }
        let isRequired =
            isSecret
            || texts.count > 1 && texts.allSatisfy { !$0.isEmpty } && Set(texts).count > 1 && !Self.isPaging(plain)
        let type: SwiftType = isArray ? .array(element) : element
        var input = Input(
            name: name, type: isRequired ? type : .optional(type),
            role: role(isBracketed ? plain : item, isBracketed ? .brackets : .plain))
        if isSecret { input.doc = ["A secret, which is not part of this module."] }
        inputs.append(input)
        setValues(
            name,
            texts.map { texts in
                if texts.isEmpty { return nil }
                return isArray ? .array(texts.map { Self.sample($0, element) }) : Self.sample(texts[0], element)
            })
    }

    private static func isPaging(_ name: String) -> Bool {
        let plain = name.lowercased().filter(\.isLetter)
        return [
            "page", "limit", "offset", "cursor", "perpage", "pagesize", "count", "skip", "take", "size", "start",
            "after", "before",
        ].contains(plain)
            || plain.hasSuffix("token") || plain.hasSuffix("cursor")
    }

    private static let textNames: Set<String> = [
        "zip", "phone", "code", "postcode", "zipcode", "postalcode", "version", "q", "query", "term",
    ]

    /// The type of the texts of an item.
    private static func type(of texts: [String], named name: String) -> SwiftType {
        if texts.isEmpty || textNames.contains(name.lowercased()) { return .string }
        if texts.allSatisfy({ Int($0).map(String.init) == $0 }) { return .integer }
        if texts.allSatisfy({ $0 == "true" || $0 == "false" }) { return .bool }
        if texts.allSatisfy({ Double($0).map { "\($0)" } == $0 || Int($0).map(String.init) == $0 }) {
            return texts.contains { !$0.contains(".") } ? .string : .number
        }
        return .string
    }

    private static func sample(_ text: String, _ type: SwiftType) -> Sample {
        switch type {
        case .integer, .number: .number(text)
        case .bool: .bool(text == "true")
        default: .string(text)
        }
    }
}

// The body.
extension InputInference {
    private mutating func addBody(_ typed: TypedBody?) {
        if route.hasParts { return addParts(route.calls.map(\.parts)) }
        if route.isUpload { return addFile() }
        switch route.body {
        case .none: body = .none
        case .json:
            guard let typed else { return }
            body = .json
            inputs.append(Input(name: typed.name, type: typed.type, role: .body))
            setValues(typed.name, route.requests)
        case .form: addForm()
        case .multipart: addParts(route.calls.map { $0.body.map { MultipartReader.parts(of: $0) } ?? [] })
        case .text: addText(.text)
        case .data(let type): addText(.data(contentType: type))
        case .file: addFile()
        }
    }

    private mutating func addText(_ form: EndpointDescription.BodyForm) {
        let texts = route.calls.map { $0.body.flatMap { String(data: $0.data, encoding: .utf8) } }
        let isText = form == .text
        body = form
        let name = names.name(among: isText ? "text" : "body", "bodyValue")
        inputs.append(Input(name: name, type: isText ? .string : .data, role: .body))
        setValues(name, texts.map { .string($0 ?? "") })
    }

    private mutating func addForm() {
        body = .form
        let forms = route.calls.map { call in
            URLQuery(formEncoded: call.body.map { String(decoding: $0.data, as: UTF8.self) } ?? "").pairs.filter {
                !$0.name.isEmpty
            }
        }
        for item in forms.flatMap(\.self).map(\.name).distinct(by: \.self).prefix(60) {
            let texts = forms.map { form in form.filter { $0.name == item }.map(\.value) }
            let isBracketed = item.hasSuffix("[]")
            add(item, texts) { name, _ in .field(isBracketed ? item : name) }
        }
    }

    private mutating func addFile() {
        body = .file
        let file = names.name(among: "file", "uploadedFile")
        inputs.append(Input(name: file, type: .url, role: .file))
        setValues(file, route.calls.map { .string($0.file ?? "file") })
        let type = names.name(among: "contentType", "mediaType")
        inputs.append(
            Input(
                name: type, type: .string, role: .contentType, doc: ["The media type of the file, such as `image/png`."]
            ))
        setValues(
            type,
            route.calls.map { call in
                .string(
                    HeaderFields.essence(
                        call.body?.contentType ?? call.headers["Content-Type"] ?? "application/octet-stream"))
            })
    }

    private mutating func addParts(_ forms: [[FormPart]]) {
        body = .multipart
        for part in forms.flatMap(\.self).distinct(by: \.name).prefix(60) {
            let name = names.name(of: part.name)
            let found = forms.map { form in form.first { $0.name == part.name } }
            let type: SwiftType = part.isFile ? .url : .string
            let isRequired = found.allSatisfy { $0 != nil }
            inputs.append(
                Input(
                    name: name, type: isRequired ? type : .optional(type),
                    role: .part(part.name, contentType: part.contentType)))
            setValues(name, found.map { $0.map { .string($0.isFile ? $0.fileName ?? "" : $0.value) } })
        }
    }
}
