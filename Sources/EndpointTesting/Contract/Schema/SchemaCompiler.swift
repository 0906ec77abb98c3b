/// A schema as it is written, and where.
struct SchemaPlace {
    let node: JSONNode
    let location: SchemaCompiler.Location
    let resource: Int
    let dialect: SchemaDialect
}

/// Compiles schemas: finds their resources and anchors, resolves their references and reads their keywords.
///
/// A schema is compiled once, however many references lead to it, and from a queue instead of by recursion, so that
/// neither a cycle nor a long chain of references is a difficulty.
struct SchemaCompiler {
    /// A place in one of the documents.
    struct Location: Hashable {
        let document: Int
        let pointer: String
    }

    /// A schema resource: a document, or a schema with `$id`.
    struct Resource {
        let uri: String
        let root: JSONNode
        let location: Location
        let dialect: SchemaDialect
        var anchors: [String: (node: JSONNode, pointer: String)] = [:]
        var dynamicNames: Set<String> = []
    }

    private(set) var resources: [Resource] = []
    private var resourcesByURI: [String: Int] = [:]
    private var resourcesByPlace: [Location: Int] = [:]
    private var documentCount = 0

    private var schemas: [SchemaSet.Schema] = []
    private var indices: [Location: Int] = [:]
    private var referenceTargets: [[String: Int]] = []
    private var queue: [(index: Int, place: SchemaPlace)] = []
    var problems: [String] = []
    var notes: [String] = []

    /// The schemas of an OpenAPI document that consist of another one and more (`allOf`), by the pointer of that one.
    var heirs: [String: [(name: String, schema: OpenAPINode)]] = [:]

    /// The resource of the first document, to which problems do not name their document.
    private static let home = 0
}

extension SchemaCompiler {
    /// Adds a document. All documents are added before the first schema is compiled.
    ///
    /// - Parameter schemas: The places of the schemas in it; nil if the whole document is one.
    mutating func add(
        _ root: JSONNode, uri: String, dialect: SchemaDialect = .standard, schemas: [OpenAPINode]? = nil
    ) {
        let location = Location(document: documentCount, pointer: "#")
        documentCount += 1
        let resource = addResource(uri, root, location, schemas == nil ? self.dialect(of: root) ?? dialect : dialect)
        guard let schemas else { return scan(root, location, resource) }
        for schema in schemas {
            scan(schema.json, Location(document: location.document, pointer: schema.pointer), resource)
        }
    }

    private mutating func addResource(
        _ uri: String, _ root: JSONNode, _ location: Location, _ dialect: SchemaDialect
    ) -> Int {
        resources.append(Resource(uri: uri, root: root, location: location, dialect: dialect))
        referenceTargets.append([:])
        resourcesByURI[uri] = resources.count - 1
        resourcesByPlace[location] = resources.count - 1
        return resources.count - 1
    }

    /// The vocabularies of the metaschema that a schema names, if it is one of the documents.
    private func dialect(of root: JSONNode) -> SchemaDialect? {
        guard let uri = root["$schema"]?.string, let index = resourcesByURI[uri],
            case .object(let vocabularies)? = resources[index].root["$vocabulary"]
        else { return nil }
        return SchemaDialect(vocabularies: vocabularies.map(\.key))
    }

    /// Finds the resources and anchors of a schema and of those within it.
    private mutating func scan(_ node: JSONNode, _ location: Location, _ resource: Int) {
        guard case .object = node else { return }
        var resource = resource
        if !resources[resource].dialect.isOpenAPI30 {
            if let id = node["$id"]?.string {
                let uri = Self.resolve(id, against: resources[resource].uri)
                let dialect = dialect(of: node) ?? resources[resource].dialect
                resource = addResource(uri, node, location, dialect)
            }
            for keyword in ["$anchor", "$dynamicAnchor"] {
                guard let name = node[keyword]?.string else { continue }
                resources[resource].anchors[name] = (node, location.pointer)
                if keyword == "$dynamicAnchor" { resources[resource].dynamicNames.insert(name) }
            }
        }
        for (schema, pointer) in SchemaDialect.subschemas(of: node, at: location.pointer) {
            scan(schema, Location(document: location.document, pointer: pointer), resource)
        }
    }

    /// A reference resolved against the URI of a resource, without an empty fragment.
    private static func resolve(_ text: String, against base: String) -> String {
        let target = URLReference(text).resolved(against: URLReference(base)).text
        return target.hasSuffix("#") ? String(target.dropLast()) : target
    }
}

extension SchemaCompiler {
    /// The index of the schema at a place of the first document.
    mutating func index(of schema: OpenAPINode) -> Int {
        index(of: schema.json, Location(document: 0, pointer: schema.pointer), in: Self.home)
    }

    /// The index of the schema that is a whole document.
    mutating func rootIndex(ofDocument document: Int) -> Int {
        let location = Location(document: document, pointer: "#")
        let resource = resourcesByPlace[location] ?? Self.home
        return index(of: resources[resource].root, location, in: resource)
    }

    mutating func index(of node: JSONNode, _ location: Location, in resource: Int) -> Int {
        if let index = indices[location] { return index }
        let index = schemas.count
        indices[location] = index
        let resource = resourcesByPlace[location] ?? resource
        schemas.append(SchemaSet.Schema())
        let place = SchemaPlace(
            node: node, location: location, resource: resource, dialect: resources[resource].dialect)
        queue.append((index, place))
        return index
    }

    /// Compiles everything that was asked for, and everything that it refers to.
    mutating func compiled() -> SchemaSet {
        var position = 0
        var used: Set<Int> = []
        while position < queue.count {
            let (index, place) = queue[position]
            schemas[index] = compile(place)
            if used.insert(place.resource).inserted { compileDynamicAnchors(of: place.resource) }
            position += 1
        }
        let anchors = resources.map { resource in
            Dictionary(
                uniqueKeysWithValues: resource.dynamicNames.compactMap { name in
                    resource.anchors[name].flatMap {
                        indices[Location(document: resource.location.document, pointer: $0.pointer)]
                    }.map { (name, $0) }
                })
        }
        return SchemaSet(schemas, dynamicAnchors: anchors, problems: problems, notes: notes)
    }
}

// References.
extension SchemaCompiler {
    /// The schema that a reference leads to; nil if it leads nowhere.
    mutating func index(referringTo text: String, from resource: Int, at pointer: String) -> Int? {
        if let known = referenceTargets[resource][text] { return known }
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        var target = resource
        if let uri = parts.first, !uri.isEmpty {
            let uri = Self.resolve(String(uri), against: resources[resource].uri)
            guard let found = resourcesByURI[uri] else {
                let problem = "The reference to \(text) leads to another document, which is not read."
                problems.append("\(pointer): \(problem)")
                return nil
            }
            target = found
        }
        guard let index = index(of: parts.count > 1 ? parts[1] : "", in: target) else {
            problems.append("\(pointer): The reference to \(text) leads nowhere.")
            return nil
        }
        referenceTargets[resource][text] = index
        return index
    }

    /// The schema that a fragment means in a resource.
    private mutating func index(of fragment: Substring, in resource: Int) -> Int? {
        let home = resources[resource]
        guard let keys = JSONPointer.keys(fragment) else {
            guard let (node, pointer) = home.anchors[PercentEncoding.lenientlyDecoded(fragment)] else { return nil }
            return index(of: node, Location(document: home.location.document, pointer: pointer), in: resource)
        }
        var (node, pointer, owner) = (home.root, home.location.pointer, resource)
        for key in keys {
            guard let next = JSONPointer.node([key], in: node) else { return nil }
            node = next
            pointer = JSONPointer.appending(key, to: pointer)
            owner = resourcesByPlace[Location(document: home.location.document, pointer: pointer)] ?? owner
        }
        return index(of: node, Location(document: home.location.document, pointer: pointer), in: owner)
    }

    /// Compiles the schemas with a dynamic anchor, any of which may become the target of a reference.
    private mutating func compileDynamicAnchors(of index: Int) {
        let resource = resources[index]
        for name in resource.dynamicNames.sorted() {
            guard let (node, pointer) = resource.anchors[name] else { continue }
            _ = self.index(of: node, Location(document: resource.location.document, pointer: pointer), in: index)
        }
    }

    /// Whether a schema is the one with that dynamic anchor in its resource.
    func isDynamicAnchor(_ index: Int, named name: String) -> Bool {
        let place = queue[index].place
        let resource = resources[place.resource]
        return resource.dynamicNames.contains(name) && resource.anchors[name]?.pointer == place.location.pointer
    }
}
