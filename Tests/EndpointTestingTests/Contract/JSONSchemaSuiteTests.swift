import TestSupport
import Testing

@_spi(EndpointTool) @testable import EndpointTesting

/// The public suite of JSON Schema 2020-12 (json-schema-org/JSON-Schema-Test-Suite).
@Suite struct JSONSchemaSuiteTests {
    /// Cases that need the metaschema itself as a schema, which the suite does not contain.
    private static let pinned: Set = [
        "defs.json: validate definition against metaschema",
        "ref.json: remote ref, containing refs itself",
    ]

    @Test(.needs(conformanceData: "json-schema/tests/draft2020-12"))
    func `the required cases of the public suite pass, but for the pinned ones`()
        throws
    {
        let score = try SuiteScore(in: "json-schema/tests/draft2020-12")
        print(score)
        #expect(score.total >= 1299)
        #expect(Double(score.passed) / Double(score.total) >= 0.99)
        #expect(Set(score.failures.map { $0.prefix { $0 != "→" }.trimmingCharacters(in: .whitespaces) }) == Self.pinned)
    }

    @Test(
        .needs(conformanceData: "json-schema/tests/draft2020-12"),
        arguments: [
            "anchor.json", "bignum.json", "dynamicRef.json", "ecmascript-regex.json", "float-overflow.json", "id.json",
            "no-schema.json", "non-bmp-regex.json", "refOfUnknownKeyword.json", "unknownKeyword.json",
        ])
    func `the optional cases about what is supported pass`(file: String) throws {
        let score = try SuiteScore(in: "json-schema/tests/draft2020-12/optional", only: file)
        #expect(score.failures == [])
    }
}

/// How many cases of a folder of the suite pass.
private struct SuiteScore: CustomStringConvertible {
    private(set) var files: [(name: String, passed: Int, total: Int)] = []
    private(set) var failures: [String] = []

    var passed: Int { files.reduce(0) { $0 + $1.passed } }
    var total: Int { files.reduce(0) { $0 + $1.total } }

    init(in folder: String, only name: String = ".json") throws {
        let remotes = try Self.remotes()
        for file in ConformanceData.files(in: folder, endingWith: name) {
            let before = failures.count
            var total = 0
            for group in try OpenAPINode(file: file).elements {
                total += group["tests"]?.elements.count ?? 0
                try check(group, file.lastPathComponent, remotes)
            }
            files.append((file.lastPathComponent, total - failures.count + before, total))
        }
    }

    private static func remotes() throws -> [(uri: String, node: OpenAPINode)] {
        try ConformanceData.files(in: "json-schema/remotes", endingWith: ".json", deeply: true).map { file in
            let path = file.path.components(separatedBy: "/remotes/")[1]
            return ("http://localhost:1234/\(path)", try OpenAPINode(file: file))
        }
    }

    private mutating func check(_ group: OpenAPINode, _ file: String, _ remotes: [(uri: String, node: OpenAPINode)])
        throws
    {
        let schema = try #require(group["schema"])
        var compiler = SchemaCompiler()
        for (uri, node) in remotes { compiler.add(node.json, uri: uri) }
        compiler.add(schema.json, uri: "test:schema")
        let root = compiler.rootIndex(ofDocument: remotes.count)
        let schemas = compiler.compiled()
        for test in group["tests"]?.elements ?? [] {
            let problems = schemas.problems(in: try #require(test["data"]).json, by: root)
            guard problems.isEmpty != test["valid"]?.bool || !schemas.problems.isEmpty else { continue }
            let names = "\(file): \(group["description"]?.string ?? "")"
            failures.append("\(names) → \(test["description"]?.string ?? "") \(problems) \(schemas.problems)")
        }
    }

    var description: String {
        (files.map { "\($0.name): \($0.passed) of \($0.total)" } + ["score: \(passed) of \(total)"] + failures)
            .joined(separator: "\n")
    }
}

extension OpenAPINode {
    init(file: URL) throws {
        self.init(try #require(JSONParser.node(Data(contentsOf: file))), at: "#")
    }
}
