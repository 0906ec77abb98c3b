import EndpointTesting
import Testing

@testable import EndpointTool

@Suite struct CheckCommandTests {
    private static let description = """
        openapi: 3.1.0
        info: {title: Accounts, version: "1"}
        servers: [{url: https://api.example.com/v1}]
        paths:
          /me:
            get:
              operationId: me
              responses:
                "200":
                  description: The account.
                  content:
                    application/json:
                      schema: {type: object, required: [id], properties: {id: {type: integer}}}
          /books:
            get:
              operationId: books
              parameters: [{name: page, in: query, schema: {type: integer}}]
              responses: {"200": {description: The books.}}
        """

    private func write(_ text: String, in folder: URL) throws -> String {
        let file = folder.appendingPathComponent("api.yaml")
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }

    @Test func `a description alone is read`() async throws {
        try await withFolder { folder in
            let run = await ToolRun("check", try write(Self.description, in: folder))
            #expect((run.code, run.output) == (0, "It can be read: 2 operations.\n"))
        }
    }

    @Test func `calls that keep to the description pass, and the rest is named`() async throws {
        try await withFolder { folder in
            let file = try folder.cassette("a.har", .json("me", #"{"id": 1}"#))
            let run = await ToolRun("check", try write(Self.description, in: folder), file)
            #expect(run.code == 0)
            #expect(run.lines.first == "No difference.")
            #expect(
                run.lines.dropFirst() == [
                    "operations: 1 of 2, not books", "statuses: 1 of 2, not books 200",
                    "parameters: 0 of 1, not books query.page",
                ])
            let whole = await ToolRun("check", try write(Self.description, in: folder), file, "--coverage")
            #expect(
                whole.lines == [
                    "No difference.", "1 of 2 operations, 1 of 2 statuses, 0 of 1 parameters", "  books: no test",
                ])
        }
    }

    @Test func `of much that is not touched the first names are shown, and all in JSON`() async throws {
        try await withFolder { folder in
            let paths = (1...5).map {
                "  /p\($0): {get: {operationId: p\($0), responses: {'200': {description: a}}}}\n"
            }
            let api = try write("openapi: 3.1.0\npaths:\n" + paths.joined(), in: folder)
            let file = try folder.cassette("a.har", .json("p1", "1"))
            let run = await ToolRun("check", api, file)
            #expect(run.output.contains("operations: 0 of 5, not p1, p2, p3 and 2 more\n"))
            #expect(run.lines.last == "--coverage names all.")
            #expect(!run.output.contains("parameters"))
            let json = await ToolRun("check", api, file, "--json")
            #expect(json.output.contains(#""operation": "p5""#))
        }
    }

    @Test func `a difference is named and fails`() async throws {
        try await withFolder { folder in
            let file = try folder.cassette("a.har", .json("me", #"{"id": "x"}"#))
            let description = try write(Self.description, in: folder)
            let run = await ToolRun("check", description, file)
            #expect(run.code == 1)
            #expect(run.output.contains("operation me, status 200: body.id is a string, not an integer"))
            let json = await ToolRun("check", description, file, "--json")
            #expect(json.code == 1)
            #expect(json.output.contains(#""place": "body.id""#))
        }
    }

    @Test func `a remark does not fail, and each file is checked`() async throws {
        try await withFolder { folder in
            let description = try write(Self.description, in: folder)
            let (url, response) = ("https://api.example.com/v1/me", Interaction.Response(503))
            let failed = try folder.cassette("a.har", Interaction(.init("GET", url), .response(response)))
            let run = await ToolRun("check", description, failed)
            #expect(run.code == 0)
            #expect(run.output.contains("operation me, status 503: the status is not described, only 200"))
            let wrong = try folder.cassette("b.har", .json("me", #"{"id": "x"}"#))
            let both = await ToolRun("check", description, failed, wrong)
            #expect(both.code == 1)
            #expect(both.lines.contains { $0.hasPrefix("\(wrong) #1 GET ") })
        }
    }

    @Test func `a check names what of the description cannot be compared`() async throws {
        try await withFolder { folder in
            let text = Self.description.replacingOccurrences(
                of: "{id: {type: integer}}", with: "{id: {type: string, pattern: '(?<!a{2,}b+)c'}}")
            let description = try write(text, in: folder)
            let run = await ToolRun("check", description)
            #expect(run.code == 0)
            #expect(run.errors.hasPrefix("\(description): #/paths/~1me/get/"))
        }
    }

    @Test func `a reference that leads nowhere is an error with its place`() async throws {
        try await withFolder { folder in
            let text = Self.description.replacingOccurrences(
                of: "{type: object, required: [id], properties: {id: {type: integer}}}",
                with: "{$ref: '#/components/schemas/None'}")
            let run = await ToolRun("check", try write(text, in: folder))
            #expect(run.code == 1)
            #expect(run.errors.contains("#/paths/~1me/get"))
        }
    }
}

@Suite struct ReportCommandTests {
    @Test func `a page is written, and replaces an earlier one but no other file`() async throws {
        try await withFolder { folder in
            let file = try folder.cassette("a.har", .json("me", #"{"id": 1}"#))
            let page = folder.appendingPathComponent("page.html")
            for _ in 0..<2 {
                let run = await ToolRun("report", file, "--to", page.path)
                #expect((run.code, run.output) == (0, "Written to \(page.path).\n"))
            }
            #expect(try String(contentsOf: page, encoding: .utf8).lowercased().hasPrefix("<!doctype html>"))
            let refused = await ToolRun("report", file, "--to", file)
            #expect(refused.code == 1)
            #expect(refused.errors == "error: \(file) exists and is not replaced. Name another file.\n")
        }
    }

    @Test func `a page shows all its files`() async throws {
        try await withFolder { folder in
            let files = [
                try folder.cassette("a.har", .json("me", "1")), try folder.cassette("b.har", .json("you", "2")),
            ]
            let page = folder.appendingPathComponent("page.html")
            #expect(await ToolRun("report", files[0], files[1], "--to", page.path).code == 0)
            let text = try String(contentsOf: page, encoding: .utf8)
            for name in ["a.har", "b.har", "/v1/me", "/v1/you"] { #expect(text.contains(name)) }
        }
    }

    @Test func `no file, and one that is no HAR file, are errors`() async throws {
        #expect(await ToolRun("report").code == 64)
        try await withFolder { folder in
            let file = folder.appendingPathComponent("a.har")
            try Data("<html>".utf8).write(to: file)
            let run = await ToolRun("report", file.path, "--to", folder.appendingPathComponent("p.html").path)
            #expect(run.code == 1)
            #expect(run.errors.hasPrefix("error: "))
        }
    }
}
