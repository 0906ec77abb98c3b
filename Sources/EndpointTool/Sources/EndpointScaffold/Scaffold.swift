import EndpointCassette
@_spi(EndpointTool) import EndpointTesting

/// A module with tests, made of calls or of a description of an API: a pure function from an input to the contents of
/// files.
public struct Scaffold: Sendable {
    /// The contents of the files by their path in the folder of the package.
    public let files: [String: Data]

    /// What was left out or could not be inferred, in sentences.
    public let notes: [String]

    /// The endpoints by their types, with their methods and paths.
    public let endpoints: [String]

    /// How a module is written.
    public struct Options: Hashable, Sendable {
        /// The name of the module.
        public var module: String

        /// Where the written package finds the library.
        public var library: LibraryLocation

        /// The name of the input, for comments: `shop.har`.
        public var source: String

        /// Options for a module.
        public init(module: String, library: LibraryLocation, source: String) {
            self.module = module
            self.library = library
            self.source = source
        }
    }
}

extension Scaffold {
    /// A module for the calls of a HAR file.
    ///
    /// - Throws: ``ScaffoldError`` or `CassetteError`, which say in a sentence what is wrong and where.
    public init(har: Data, _ options: Options) throws {
        let prefix = try Self.prefix(of: options)
        let traffic = try Traffic(har: har)
        let inference = CallInference(traffic, module: options.module, prefix: prefix, source: options.source)
        try self.init(inference.result, options)
    }

    /// A module for the request of a curl line.
    ///
    /// - Throws: ``ScaffoldError``, which says in a sentence what is wrong and where.
    public init(curl line: String, _ options: Options) throws {
        let prefix = try Self.prefix(of: options)
        let traffic = try Traffic(curl: CURLReader.read(line))
        let inference = CallInference(traffic, module: options.module, prefix: prefix, source: options.source)
        try self.init(inference.result, options)
    }

    /// A module for an API that an OpenAPI document of version 3.0 or 3.1 describes, in JSON.
    ///
    /// - Throws: ``ScaffoldError`` or `OpenAPIError`, which say in sentences what is wrong and where.
    public init(openAPI json: Data, _ options: Options) throws {
        let prefix = try Self.prefix(of: options)
        let document = try OpenAPIDocument(json: json)
        let inference = try OpenAPIInference(document, module: options.module, prefix: prefix, source: options.source)
        try self.init(inference.result, options)
    }

    /// The beginning of the names that all endpoints share: `Shop` of `ShopAPI`.
    ///
    /// - Throws: ``ScaffoldError`` for a name that no module can have.
    static func prefix(of options: Options) throws -> String {
        let name = options.module
        guard SwiftName.isModule(name), !ReservedNames.types.contains(name), !ReservedNames.modules.contains(name)
        else {
            throw ScaffoldError("\"\(name.prefix(80))\" cannot be the name of a module. Choose a name like ShopAPI.")
        }
        for ending in ["API", "Api", "Client", "Kit"] where name.hasSuffix(ending) && name.count > ending.count {
            let prefix = capitalized(String(name.dropLast(ending.count)))
            if !ReservedNames.types.contains(prefix + "Endpoint") { return prefix }
        }
        let prefix = capitalized(name)
        return ReservedNames.types.contains(prefix + "Endpoint") ? prefix + "API" : prefix
    }

    private static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

    /// Writes the files of a described module.
    init(_ result: ScaffoldResult, _ options: Options) throws {
        let module = result.module
        let fixtures = Fixtures(module, samples: result.samples)
        let (sources, tests) = ("Sources/\(module.name)/", "Tests/\(module.name)Tests/")
        var texts: [String: String] = [:]
        for (path, text) in CommonFiles(module: module).files { texts[sources + path] = text }
        for model in module.models.models where model.parent == nil && model.name != module.error {
            texts["\(sources)Model/\(model.name).swift"] = ModelFile(models: module.models).text(of: model)
        }
        for endpoint in module.endpoints {
            let path = "Endpoint/\(endpoint.folder)/\(endpoint.typeName)"
            texts["\(sources)\(path).swift"] = EndpointFile(endpoint: endpoint, module: module).text
            let sentence = result.sentences[endpoint.name] ?? "the request is made"
            let test = EndpointTestFile(endpoint: endpoint, sentence: sentence, module: module, fixtures: fixtures)
            texts["\(tests)\(path)Tests.swift"] = test.text
        }
        for (path, text) in CommonTestFiles(module: module, fixtures: fixtures).files { texts[tests + path] = text }
        let shared = fixtures.file
        if !shared.isEmpty { texts[tests + "Fixtures.swift"] = shared }
        var files = texts.mapValues { Data($0.sortingImports.utf8) }
        var notes = module.notes
        if module.isInsecure {
            notes.append("The base URL is unencrypted http, and the environment of the module allows it.")
        }
        let recorded = try RecordedTestFile(module: module).files()
        if let recorded {
            files[tests + "RecordedTests.swift"] = Data(recorded.text.sortingImports.utf8)
            for (name, data) in recorded.cassettes { files["\(tests)__Cassettes__/RecordedTests/\(name)"] = data }
            notes += recorded.notes
        }
        let manifest = PackageFile(name: module.name, library: options.library, hasCassettes: recorded != nil)
        files["Package.swift"] = Data(manifest.text.utf8)
        files[".gitignore"] = Data(".build\n".utf8)
        self.files = files
        self.notes = notes
        endpoints = module.endpoints.map { endpoint in
            "\(endpoint.typeName): \(endpoint.method) \(endpoint.path.map(\.template).joined(separator: "/"))"
        }
    }
}

/// What a reader and the inference have found, ready to be written.
struct ScaffoldResult: Sendable {
    var module: ModuleDescription

    /// Examples of the types with files of their own, by name.
    var samples: [String: Sample] = [:]

    /// The names of the tests of requests, by the name of the endpoint.
    var sentences: [String: String] = [:]
}

extension String {
    /// The text with the imports at its start in alphabetical order.
    fileprivate var sortingImports: String {
        let lines = split(separator: "\n", omittingEmptySubsequences: false)
        let imports = lines.prefix { $0.hasPrefix("import ") }
        return (imports.sorted() + lines.dropFirst(imports.count)).joined(separator: "\n")
    }
}
