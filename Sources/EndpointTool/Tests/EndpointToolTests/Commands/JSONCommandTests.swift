import Foundation
import Testing

@testable import EndpointTool

@Suite struct JSONCommandTests {
    @Test func `a YAML file is written as JSON`() async throws {
        try await withFolder { folder in
            let file = folder.appendingPathComponent("a.yaml")
            try Data("country: NO\nsince: 2024-01-31\n".utf8).write(to: file)
            let run = await ToolRun("json", file.path)
            #expect(run.code == 0)
            #expect(run.output == "{\n  \"country\": \"NO\",\n  \"since\": \"2024-01-31\"\n}\n")
            let compact = await ToolRun("json", "--compact", file.path)
            #expect(compact.output == "{\"country\":\"NO\",\"since\":\"2024-01-31\"}\n")
        }
    }

    @Test func `JSON is read by JSON's rules`() async throws {
        try await withFolder { folder in
            let file = folder.appendingPathComponent("a.json")
            try Data(#"{"face": "\ud83d\ude00", "n": 1.10}"#.utf8).write(to: file)
            let run = await ToolRun("json", "--compact", file.path)
            #expect(run.output == "{\"face\":\"😀\",\"n\":1.10}\n")
        }
    }

    @Test func `a faulty file is named with its line`() async throws {
        try await withFolder { folder in
            let file = folder.appendingPathComponent("a.yaml")
            try Data("a: 1\nb: [1, 2\n".utf8).write(to: file)
            let run = await ToolRun("json", file.path)
            #expect(run.code == 1)
            #expect(run.errors.hasPrefix("error: \(file.path):3: "))
            #expect(run.output.isEmpty)
        }
    }

    @Test func `a missing file is named`() async {
        let run = await ToolRun("json", "/nowhere/a.yaml")
        #expect(run.code == 1)
        #expect(run.errors == "error: /nowhere/a.yaml: There is no such file, or it cannot be read.\n")
    }
}
