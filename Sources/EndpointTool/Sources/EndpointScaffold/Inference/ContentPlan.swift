import EndpointCassette

/// What the content of a route is made of: which types its samples belong to.
enum ContentPlan {
    case void, data
    /// JSON, with the types that its parts are.
    case json(Schema, isOptional: Bool)
    case nested(String, Schema)
    case events(Schema?, end: String?)
    case lines(Schema)

    /// Names of members that hold the elements of a list and say nothing about them.
    private static let listKeys: Set<String> = [
        "data", "items", "results", "records", "entries", "list", "content", "contents", "values", "rows", "hits",
        "elements", "nodes", "docs", "documents", "response", "objects", "collection", "resources", "result", "page",
    ]

    /// Adds the samples of a route to their types.
    init(_ route: Route, _ naming: EndpointNaming, _ types: inout SampleInference) {
        switch route.content {
        case .void: self = .void
        case .data: self = .data
        case .unknown:
            self =
                route.method == "GET" || route.calls.allSatisfy({ $0.response == nil }) && route.method != "DELETE"
                ? .data : .void
        case .events: self = Self.events(route, naming, &types)
        case .lines:
            let lines = route.successes.flatMap { Self.lines(of: $0.body) }
            self =
                lines.isEmpty
                ? .data : .lines(Self.schema(lines, naming, &types, route.path, path: naming.candidates[0] + "Line"))
        case .json(let isOptional):
            let samples = route.contents
            if let (key, inner) = Self.envelope(samples) {
                self = .nested(key, Self.schema(inner, naming, &types, route.path, path: naming.candidates[0]))
            } else {
                self = .json(
                    Self.schema(samples, naming, &types, route.path, path: naming.candidates[0]), isOptional: isOptional
                )
            }
        }
    }

    /// Whether the responses are lists: arrays, or objects around one array of objects.
    static func isList(_ route: Route) -> Bool {
        let samples = route.contents
        guard !samples.isEmpty, case .json = route.content else {
            return samples.isEmpty && !route.path.endsWithParameter
                && route.path.literals.last.map { Noun.isPlural($0) } == true
        }
        if samples.allSatisfy(\.isArray) { return true }
        if let (_, inner) = envelope(samples), inner.allSatisfy(\.isArray) { return true }
        return listKey(of: samples, at: route.path) != nil
    }

    /// The one member that all samples are wrapped in.
    private static func envelope(_ samples: [Sample]) -> (String, [Sample])? {
        guard let key = samples.first?.members.first?.key, samples.allSatisfy({ $0.members.count == 1 }),
            !SegmentForm(key).isIdentifier
        else { return nil }
        let inner = samples.compactMap { $0.member(key) }
        guard inner.count == samples.count,
            inner.allSatisfy({ $0.isObject && !$0.members.isEmpty }) || inner.allSatisfy(\.isArray)
        else { return nil }
        return (key, inner)
    }

    /// The member of the samples that is an array of objects, if it is the only one and is what the path asks for: its
    /// name says nothing, or is that of the collection.
    private static func listKey(of samples: [Sample], at path: PathTemplate) -> String? {
        guard samples.allSatisfy(\.isObject), !path.endsWithParameter else { return nil }
        let keys = Set(
            samples.flatMap { sample in
                sample.members.filter { member in
                    member.value.isArray && member.value.elements.allSatisfy(\.isObject)
                        && (!member.value.elements.isEmpty || listKeys.contains(member.key))
                }.map(\.key)
            })
        guard keys.count == 1, let key = keys.first, samples.allSatisfy({ $0.member(key)?.isArray ?? false }) else {
            return nil
        }
        let isOfPath =
            SwiftName.upper(Noun.singular(key)) == path.literals.last.map { SwiftName.upper(Noun.singular($0)) }
        return isOfPath || listKeys.contains(key.lowercased()) ? key : nil
    }

    /// The schema of samples, with a reference for objects.
    private static func schema(
        _ samples: [Sample], _ naming: EndpointNaming, _ types: inout SampleInference, _ template: PathTemplate,
        path: String
    ) -> Schema {
        let found = samples.filter { !$0.isNull }
        if !found.isEmpty, found.allSatisfy(\.isArray) {
            let elements = found.flatMap(\.elements)
            guard !elements.isEmpty, elements.allSatisfy(\.isObject) else {
                return types.schema(of: samples, path: path, key: path)
            }
            return .array(object(elements, naming, naming.resource, &types))
        }
        guard !found.isEmpty, found.allSatisfy(\.isObject), !types.isMap(found) else {
            return types.schema(of: samples, path: path, key: path)
        }
        guard let key = listKey(of: found, at: template) else { return object(found, naming, naming.resource, &types) }
        let page = object(found, naming, naming.resource + (found[0].members.count > 1 ? "Page" : "List"), &types)
        let elements = found.flatMap { $0.member(key)?.elements ?? [] }
        if case .reference(let pageName) = page, !elements.isEmpty {
            let wanted = listKeys.contains(key.lowercased()) ? naming.resource : SwiftName.upper(Noun.singular(key))
            if case .reference(let name) = object(elements, naming, wanted, &types) {
                types.refer("\(pageName)/\(key)", to: name)
            }
        }
        return page
    }

    /// A reference to the type with that name, or to another one if the objects are of another kind.
    private static func object(
        _ samples: [Sample], _ naming: EndpointNaming, _ wanted: String, _ types: inout SampleInference
    ) -> Schema {
        let keys = SampleInference.keys(samples).all
        if keys.isEmpty { return .map(.any("It was empty in every sample.")) }
        if types.keys(of: wanted).all.isEmpty, let same = types.type(withKeys: keys) {
            types.add(samples, to: same)
            return .reference(same)
        }
        let candidates = [wanted, naming.candidates[0] + "Response", naming.candidates[0] + "Content"]
        for name in candidates {
            let known = types.keys(of: name).all
            guard known.isEmpty || SampleInference.areAlike(keys, known, share: 0.5) else { continue }
            types.add(samples, to: name)
            return .reference(name)
        }
        types.add(samples, to: candidates[2])
        return .reference(candidates[2])
    }
}

extension ContentPlan {
    private static func lines(of body: Data) -> [Sample] {
        body.split(separator: 0x0A).compactMap { Sample(json: Data($0)) }
    }

    /// The events of a stream: JSON, perhaps up to a mark of the end.
    private static func events(_ route: Route, _ naming: EndpointNaming, _ types: inout SampleInference) -> ContentPlan
    {
        let data = route.successes.flatMap { response in
            var framing = EventFraming(limit: .max)
            framing.append(response.body + Data("\n\n".utf8))
            var found: [String] = []
            while let event = try? framing.next() { found.append(event.data) }
            return found
        }
        let end = data.last.flatMap { Sample(json: Data($0.utf8)) == nil && $0.count < 20 ? $0 : nil }
        let samples = data.filter { $0 != end }.map { Sample(json: Data($0.utf8)) }
        let parsed = samples.compactMap(\.self).filter(\.isObject)
        guard !parsed.isEmpty, parsed.count == samples.count else { return .events(nil, end: nil) }
        let isNamed = naming.resource.lowercased().hasSuffix("event")
        return .events(object(parsed, naming, naming.resource + (isNamed ? "" : "Event"), &types), end: end)
    }

    /// The content with its types in Swift.
    func content(_ types: SampleInference, _ naming: inout TypeNaming, named name: String)
        -> EndpointDescription.Content
    {
        switch self {
        case .void: return .void
        case .data: return .data
        case .json(let schema, let isOptional):
            let type = naming.type(of: schema, in: nil, named: name + "Content")
            return .json(isOptional ? type.asOptional : type)
        case .nested(let key, let schema):
            return .nested(key, naming.type(of: schema, in: nil, named: name + "Content"))
        case .events(let schema, let end):
            return .events(schema.map { naming.type(of: $0, in: nil, named: name + "Event") }, end: end)
        case .lines(let schema): return .lines(naming.type(of: schema, in: nil, named: name + "Line"))
        }
    }
}

/// What the bodies of a route's requests are made of.
enum BodyPlan {
    /// The schema of JSON bodies, whose samples are added to their types; nil for other bodies.
    static func schema(_ route: Route, _ naming: EndpointNaming, _ types: inout SampleInference) -> Schema? {
        guard route.body == .json else { return nil }
        let samples = route.bodies
        if !samples.isEmpty, samples.allSatisfy(\.isObject), !types.isMap(samples) {
            return .reference(name(of: samples, route, naming, &types))
        }
        let elements = samples.flatMap(\.elements)
        if !elements.isEmpty, samples.allSatisfy(\.isArray), elements.allSatisfy(\.isObject) {
            return .array(.reference(name(of: elements, route, naming, &types)))
        }
        return types.schema(of: samples, path: naming.candidates[0] + "Body", key: naming.candidates[0] + "Body")
    }

    /// The type of objects in a body: that of the responses if the body has all of its members, otherwise one of its
    /// own.
    private static func name(
        of samples: [Sample], _ route: Route, _ naming: EndpointNaming, _ types: inout SampleInference
    ) -> String {
        let keys = SampleInference.keys(samples)
        let known = types.keys(of: naming.resource)
        if !known.all.isEmpty, keys.common.isSuperset(of: known.common), known.all.isSuperset(of: keys.all) {
            types.add(samples, to: naming.resource)
            return naming.resource
        }
        let isDraft = route.method == "POST" && naming.candidates[0].hasPrefix("Create") || route.method == "PUT"
        let wanted = naming.resource + (route.method == "PATCH" ? "Changes" : "Draft")
        let candidates = [
            isDraft || route.method == "PATCH" ? wanted : naming.candidates[0] + "Request",
            naming.candidates[0] + "Body",
        ]
        let name =
            candidates.first { candidate in
                let known = types.keys(of: candidate).all
                return known.isEmpty || SampleInference.areAlike(keys.all, known, share: 0.5)
            } ?? naming.candidates[0] + "Value"
        types.add(samples, to: name)
        return name
    }
}
