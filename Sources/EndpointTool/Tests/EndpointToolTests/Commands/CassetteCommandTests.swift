import EndpointTesting
import Testing

@testable import EndpointTool

extension Interaction {
    /// `GET https://api.example.com/v1/<path>`, answered with JSON.
    static func json(_ path: String, _ json: String) -> Interaction {
        let response = Response(200, headers: ["Content-Type": "application/json"], body: Data(json.utf8))
        return Interaction(Request("GET", "https://api.example.com/v1/\(path)"), .response(response))
    }
}

extension URL {
    /// A cassette in this folder.
    func cassette(_ name: String, _ interactions: Interaction...) throws -> String {
        let file = appendingPathComponent(name)
        try CassetteFile(file).save(Cassette(interactions))
        return file.path
    }
}

@Suite(.timeLimit(.minutes(10))) struct ServeCommandTests {
    @Test func `a served cassette gives each answer once, and says so`() async throws {
        try await withFolder { folder in
            let serving = try await RunningTool.start("serve", try folder.cassette("a.har", .json("me", #"{"id": 1}"#)))
            #expect(try await serving.get("/v1/me").data == Data(#"{"id": 1}"#.utf8))
            #expect(try await serving.get("/v1/me").http.statusCode == 501)
            let run = await serving.stop()
            #expect(run.code == 0)
            #expect(
                run.lines == [
                    "1 interaction can be requested at \(serving.url) until Control-C.",
                    "For example: curl '\(serving.url)/v1/me'", "GET /v1/me → 200", "GET /v1/me → 501", "Stopped.",
                ])
        }
    }

    @Test func `the last answer is repeated, and a program reads the address`() async throws {
        try await withFolder { folder in
            let file = try folder.cassette("a.har", .json("me", "1"))
            let serving = try await RunningTool.start("serve", file, "--repeat", "--cors", "--json")
            for _ in 0..<2 { #expect(try await serving.get("/v1/me").http.statusCode == 200) }
            let cors = try await serving.get("/v1/me", headers: ["Origin": "http://a.example"])
            #expect(cors.headers["Access-Control-Allow-Origin"] == "http://a.example")
            let run = await serving.stop()
            #expect(run.lines.first == #"{"url":"\#(serving.url)","interactions":1}"#)
            #expect(run.lines.dropFirst().allSatisfy { $0 == #"{"method":"GET","target":"/v1/me","status":200}"# })
        }
    }

    @Test func `another origin may read the answers only if that is wanted`() async throws {
        try await withFolder { folder in
            let serving = try await RunningTool.start("serve", try folder.cassette("a.har", .json("me", "1")))
            let response = try await serving.get("/v1/me", headers: ["Origin": "http://a.example"])
            #expect(response.http.statusCode == 200)
            #expect(!response.headers.contains("Access-Control-Allow-Origin"))
            _ = await serving.stop()
        }
    }

    @Test(arguments: [true, false])
    func `the pieces of a stream are sent at their times if that is wanted`(isPaced: Bool) async throws {
        var stream = Interaction.json("events", "12")
        stream.chunks = [.init(length: 1, time: .zero), .init(length: 1, time: .milliseconds(700))]
        try await withFolder { [stream] folder in
            let file = try folder.cassette("a.har", stream)
            let serving = try await RunningTool.start(arguments: ["serve", file] + (isPaced ? ["--pace"] : []))
            let start = ContinuousClock.now
            #expect(try await serving.get("/v1/events").data == Data("12".utf8))
            // Without --pace it may take any time, on a machine with other work.
            if isPaced { #expect(ContinuousClock.now - start > .milliseconds(600)) }
            _ = await serving.stop()
        }
    }

    @Test func `a port in use is an error`() async throws {
        try await withFolder { folder in
            let server = try LoopbackServer { _ in .status(200) }
            let run = await ToolRun("serve", try folder.cassette("a.har", .json("me", "1")), "--port", "\(server.port)")
            #expect(run.code == 1)
            #expect(run.errors == "error: Cannot listen on 127.0.0.1:\(server.port): Address already in use\n")
        }
    }
}

@Suite struct DriftCommandTests {
    @Test func `equal recordings have no drift`() async throws {
        try await withFolder { folder in
            let file = try folder.cassette("a.har", .json("me", "1"))
            let run = await ToolRun("drift", file, file)
            #expect((run.code, run.output) == (0, "No drift.\n"))
            #expect(await ToolRun("drift", file, file, "--json").output == "[]\n")
        }
    }

    @Test func `a change that can break a program is shown and fails`() async throws {
        try await withFolder { folder in
            let old = try folder.cassette("a.har", .json("me", #"{"id": "1"}"#))
            let new = try folder.cassette("b.har", .json("me", #"{"id": 1, "name": "Ann"}"#))
            let run = await ToolRun("drift", old, new)
            #expect(run.code == 1)
            let changes = ["GET https://api.example.com/v1/me", "  ~ $.id  string → number", "  + $.name  string"]
            #expect(run.lines == changes)
            #expect(run.errors.isEmpty)
            let colored = await ToolRun("drift", old, new, hasColors: true)
            #expect(colored.lines[1] == "\u{1B}[31m  ~ $.id  string → number\u{1B}[0m")
            let json = await ToolRun("drift", old, new, "--json")
            #expect(json.code == 1)
            #expect(json.output.contains("\"tier\": \"breaking\",\n"))
            #expect(json.output.contains("\"old\": null,\n    \"new\": \"string\""))
        }
    }

    @Test func `an addition is shown and does not fail`() async throws {
        try await withFolder { folder in
            let old = try folder.cassette("a.har", .json("me", #"{"id": 1}"#))
            let new = try folder.cassette("b.har", .json("me", #"{"id": 1, "name": "Ann"}"#))
            #expect(await ToolRun("drift", old, new).code == 0)
        }
    }

    @Test func `an entry that cannot be read is warned of`() async throws {
        try await withFolder { folder in
            let file = folder.appendingPathComponent("a.har").path
            let creator = #"{"name": "Other", "version": "1"}"#
            try #"{"log": {"version": "1.2", "creator": \#(creator), "entries": [{"request": 1}]}}"#
                .write(toFile: file, atomically: true, encoding: .utf8)
            let run = await ToolRun("drift", file, file)
            #expect(run.errors.hasPrefix("\(file): entry #1 skipped: "))
            #expect((run.code, run.output) == (0, "No drift.\n"))
            let page = folder.appendingPathComponent("p.html").path
            #expect(await ToolRun("report", file, "--to", page).errors.hasPrefix("a.har: "))
        }
    }

    @Test func `a missing cassette is named`() async {
        let run = await ToolRun("drift", "/nowhere/a.har", "/nowhere/b.har")
        #expect((run.code, run.errors) == (1, "error: There is no cassette /nowhere/a.har.\n"))
    }
}

@Suite struct ExportCommandTests {
    @Test func `a cassette is exported as one file, and no file is replaced`() async throws {
        try await withFolder { folder in
            let (file, other) = (folder.appendingPathComponent("a.har"), folder.appendingPathComponent("b.har"))
            var cassette = CassetteFile(file)
            cassette.format.largestEmbeddedBody = 0
            try cassette.save(Cassette([.json("me", "123")]))
            #expect(await ToolRun("export", file.path, other.path).code == 0)
            let exported = try Cassette.reading(har: Data(contentsOf: other)).cassette
            #expect(exported.interactions.first?.response?.body == Data("123".utf8))
            let content = try Data(contentsOf: other)
            let again = await ToolRun("export", file.path, other.path)
            #expect(again.errors == "error: \(other.path) exists and is not replaced. Name another file.\n")
            #expect(again.code == 1)
            #expect(try Data(contentsOf: other) == content)
            let run = await ToolRun("export", file.path, "\(folder.path)/none/b.har")
            #expect((run.code, run.errors) == (1, "error: There is no folder \(folder.path)/none.\n"))
        }
    }
}

@Suite struct UnusedCommandTests {
    @Test func `the cassettes that no test uses are listed and fail`() async throws {
        try await withFolder { folder in
            let none = await ToolRun("unused", folder.path)
            #expect((none.code, none.output) == (0, "Each cassette has its test.\n"))
            let file = folder.appendingPathComponent("__Cassettes__/OldTests/OldTests.works.har")
            try CassetteFile(file).save(Cassette([.json("me", "1")]))
            let run = await ToolRun("unused", folder.path)
            #expect(run.code == 1)
            #expect(run.output.hasSuffix("OldTests.works.har\n"))
            #expect(await ToolRun("unused", folder.path, "--json").output.hasPrefix("[\n  \""))
            #expect(await ToolRun("unused", folder.path + "/none").code == 1)
        }
    }
}
