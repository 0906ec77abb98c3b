import Foundation
import Testing

@testable import EndpointTool

@Suite struct ScaffoldCommandTests {
    private let curl = "curl https://shop.example.com/v1/books/1"

    @Test func `a curl line becomes a package`() async throws {
        try await withFolder { folder in
            let target = folder.appendingPathComponent("Shop").path
            let run = await ToolRun("scaffold", "--curl", curl, "--module", "ShopAPI", "--to", target)
            #expect(run.code == 0)
            #expect(run.output.contains("  BookEndpoint: GET books/{id}\n"))
            #expect(run.output.contains("note: BookEndpoint: there was no successful response"))
            let manifest = try String(contentsOfFile: "\(target)/Package.swift", encoding: .utf8)
            #expect(manifest.contains(".package(name: \"endpoint\", path: "))
        }
    }

    @Test func `a YAML document becomes a package, and the result is written as JSON`() async throws {
        try await withFolder { folder in
            let file = folder.appendingPathComponent("api.yaml")
            let text = """
                openapi: 3.1.0
                info: {title: Shop, version: 1.0}
                paths:
                  /books: {get: {operationId: listBooks, responses: {'200': {description: all}}}}
                """
            try Data(text.utf8).write(to: file)
            let target = folder.appendingPathComponent("Shop").path
            let run = await ToolRun("scaffold", file.path, "--module", "ShopAPI", "--to", target, "--json")
            #expect(run.code == 0)
            let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
            #expect(object?["endpoints"] as? [String] == ["BookListEndpoint: GET books"])
        }
    }

    @Test func `a folder that exists is replaced only with --force`() async throws {
        try await withFolder { folder in
            let run = await ToolRun("scaffold", "--curl", curl, "--module", "ShopAPI", "--to", folder.path)
            #expect(run.code == 1)
            #expect(run.errors.contains("exists already. Nothing was written; --force replaces it."))
            let forced = await ToolRun(
                "scaffold", "--curl", curl, "--module", "ShopAPI", "--to", folder.path, "--force")
            #expect(forced.code == 0)
        }
    }

    @Test(
        arguments: [
            (["scaffold", "--module", "ShopAPI", "--to", "/nowhere/x"], Int32(64)),
            (["scaffold", "a.har", "--curl", "curl a.b", "--module", "ShopAPI", "--to", "/nowhere/x"], 64),
            (["scaffold", "/nowhere/a.har", "--module", "ShopAPI", "--to", "/nowhere/x"], 1),
            (["scaffold", "--curl", "wget a.b", "--module", "ShopAPI", "--to", "/nowhere/x"], 1),
            (["scaffold", "--curl", "curl a.b", "--module", "Foundation", "--to", "/nowhere/x"], 1),
        ] as [([String], Int32)])
    func `arguments that cannot be used end with a sentence`(arguments: [String], code: Int32) async {
        let console = (Transcript(), Transcript())
        let found = await EndpointCommand.run(
            arguments, on: Console(output: .init(write: console.0.append), errors: .init(write: console.1.append)))
        #expect(found == code)
        #expect(await console.0.text().isEmpty)
        #expect(await !console.1.text().isEmpty)
    }
}
