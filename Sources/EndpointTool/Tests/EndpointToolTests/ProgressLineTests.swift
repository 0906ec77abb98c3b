import Foundation
import Testing

@testable import EndpointTool

@Suite struct ProgressLineTests {
    private let start = "\r\u{1B}[K"

    @Test func `a line is written at most ten times a second, with the seconds of its step`() {
        var line = ProgressLine()
        #expect(line.text(at: .zero) == nil)
        #expect(line.begin("Reading a.har, 1 of 2", at: .seconds(5)) == start + "Reading a.har, 1 of 2 …")
        #expect(line.text(at: .milliseconds(5099)) == nil)
        #expect(line.text(at: .milliseconds(5100)) == start + "Reading a.har, 1 of 2 …")
        #expect(line.begin("Reading b.har, 2 of 2", at: .milliseconds(5150)) == nil)
        #expect(line.text(at: .milliseconds(7200)) == start + "Reading b.har, 2 of 2 … 2 s")
    }

    @Test func `a line is erased before another one, and then written again`() {
        var line = ProgressLine()
        #expect(line.erase() == nil)
        _ = line.begin("Reading", at: .zero)
        #expect(line.erase() == start)
        #expect(line.erase() == nil)
        #expect(line.text(at: .milliseconds(1)) == start + "Reading …")
    }

    @Test func `steps are shown on a terminal, which is empty afterwards`() async throws {
        try await withFolder { folder in
            let file = try folder.cassette("a.har", .json("me", "1"))
            let page = folder.appendingPathComponent("p.html").path
            let run = await ToolRun("report", file, "--to", page, isRewritable: true)
            #expect((run.code, run.output) == (0, "Written to \(page).\n"))
            #expect(run.errors.hasPrefix(start + "Reading \(file), 1 of 1 …"))
            #expect(run.errors.hasSuffix(start))
            #expect(!run.errors.contains("\n"))
            let copy = folder.appendingPathComponent("b.har").path
            #expect(await ToolRun("export", file, copy, isRewritable: true).errors.contains("Reading \(file) …"))
        }
    }

    @Test func `a failure is on a line of its own`() async throws {
        let run = await ToolRun("report", "/nowhere/a.har", "--to", "/tmp/p.html", isRewritable: true)
        #expect(run.code == 1)
        #expect(run.errors.hasSuffix(start + "error: There is no cassette /nowhere/a.har.\n"))
    }

    @Test func `a log file and a terminal with JSON show no progress`() async throws {
        try await withFolder { folder in
            let file = try folder.cassette("a.har", .json("me", "1"))
            let page = folder.appendingPathComponent("p.html").path
            #expect(await ToolRun("report", file, "--to", page).errors.isEmpty)
            let api = folder.appendingPathComponent("api.json")
            try Data(#"{"openapi": "3.1.0", "paths": {}}"#.utf8).write(to: api)
            #expect(await ToolRun("check", api.path, file, "--json", isRewritable: true).errors.isEmpty)
            #expect(await !ToolRun("check", api.path, file, isRewritable: true).errors.isEmpty)
        }
    }

    @Test(arguments: [([:], true), (["NO_COLOR": "1"], true), (["TERM": "dumb"], false), (["TERM": "xterm"], true)])
    func `a terminal without escape sequences shows no progress, and one without colours does`(
        environment: [String: String], shows: Bool
    ) {
        #expect(Console.Stream.hasEscapeSequences(environment) == shows)
    }
}
