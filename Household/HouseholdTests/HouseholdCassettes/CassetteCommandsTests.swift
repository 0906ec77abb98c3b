import EndpointTesting
import HouseholdAPI
import Testing

@testable import Household
@testable import HouseholdCassettes

@Suite(.timeLimit(.minutes(10))) struct CassetteCommandsTests {
    private let recorded = RecordedConsole()
    private let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).har").path

    @Test func `a recorded tour can be repeated without a server`() async throws {
        let picture = "\(file).6.request.bin"
        defer { [file, picture].forEach { try? FileManager.default.removeItem(atPath: $0) } }
        #expect(await recorded.run("--record", file) == .success)
        #expect(FileManager.default.fileExists(atPath: picture))
        #expect(Usage.lines.contains { $0.contains("FILE.6.request.bin") })
        #expect(recorded.lines.contains("Recorded 8 interactions in \(file)."))
        let again = RecordedConsole()
        #expect(await again.run("--replay", file) == .success)
        #expect(again.contents == recorded.contents)
        #expect(again.contents.count > 8)
    }

    @Test func `recording an unchanged service again makes no difference`() async throws {
        defer { try? FileManager.default.removeItem(atPath: file) }
        #expect(await recorded.run("show", "1", "--record", file) == .success)
        let before = try Data(contentsOf: URL(fileURLWithPath: file))
        #expect(await recorded.run("show", "1", "--record", file) == .success)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
    }

    @Test func `a refused call is recorded too`() async throws {
        defer { try? FileManager.default.removeItem(atPath: file) }
        #expect(await recorded.run("show", "99", "--record", file) == .failure)
        let again = RecordedConsole()
        #expect(await again.run("show", "99", "--replay", file) == .failure)
        #expect(again.errors == "error: GET /v1/books/99 → 404 Not Found: \"There is no book \"99\".\" (not_found)\n")
    }

    @Test func `the error for a call that wasn't recorded explains it`() async throws {
        defer { try? FileManager.default.removeItem(atPath: file) }
        #expect(await recorded.run("show", "1", "--record", file) == .success)
        #expect(await recorded.run("show", "2", "--replay", file) == .failure)
        #expect(recorded.errors.hasPrefix("error: No recorded interaction matches this request.\n"))
        #expect(recorded.errors.contains("Nearest: #1 GET https://household.example.com/v1/books/1"))
    }

    @Test func `a missing cassette is named in the error`() async {
        #expect(await recorded.run("list", "--replay", file) == .failure)
        #expect(recorded.errors == "error: There is no cassette \(file).\n")
    }

    @Test func `a missing folder isn't made, and no call is sent`() async {
        #expect(await recorded.run("show", "1", "--record", "\(file)/at/all/x.har") == .failure)
        #expect(recorded.errors.contains("There is no folder \(file)/at/all."))
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(recorded.output.isEmpty)
    }

    @Test func `the cassettes that no test uses are listed`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("unused-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(await recorded.run("unused", folder.path) == .success)
        let cassette = Cassette([.init(.init("GET", "https://a.example/"), .response(.init(204)))])
        try CassetteFile(folder.appendingPathComponent("__Cassettes__/OldTests/OldTests.works.har")).save(cassette)
        #expect(await recorded.run("unused", folder.path) == .success)
        #expect(recorded.output.hasPrefix("Each cassette has its test.\n"))
        #expect(recorded.output.hasSuffix("OldTests.works.har\nNo test uses them.\n"))
    }

    @Test func `a cassette is exported as one file, and no file is replaced`() async throws {
        let other = file + ".har"
        defer { [file, other].forEach { try? FileManager.default.removeItem(atPath: $0) } }
        let url = URL(fileURLWithPath: file)
        var cassette = CassetteFile(url)
        cassette.format.largestEmbeddedBody = 0
        let body = Interaction.Response(200, body: Data("large".utf8))
        try cassette.save(Cassette([.init(.init("GET", "https://a.example/"), .response(body))]))
        #expect(await recorded.run("export", file, other) == .success)
        let exported = try Data(contentsOf: URL(fileURLWithPath: other))
        #expect(try Cassette.reading(har: exported).cassette.interactions.first?.response?.body == body.body)
        #expect(await recorded.run("export", file, other) == .failure)
        #expect(await recorded.run("export", file, "\(file)/x.har") == .failure)
        try FileManager.default.removeItem(at: url.appendingPathExtension("1.response.bin"))
    }

    @Test func `a served cassette gives each answer once unless it may repeat`() async throws {
        defer { try? FileManager.default.removeItem(atPath: file) }
        #expect(await recorded.run("show", "1", "--record", file) == .success)
        let lines = Locked<[String]>([])
        let commands = CassetteCommands(output: { line in lines.withLock { $0.append(line) } }, warnings: { _ in })
        try await commands.serve(
            URL(fileURLWithPath: file), port: 0, repeats: false, allowsCrossOrigin: false, pace: nil
        ) {
            let url = lines.withLock { $0.last }?.components(separatedBy: "'").dropFirst().first ?? ""
            for _ in 0..<2 { _ = await recorded.run("show", "1", "--server", url.replacing("/books/1", with: "")) }
        }
        #expect(lines.withLock { $0 }.contains("GET /v1/books/1 → 501"))
        #expect(recorded.errors.contains("501"))
    }

    @Test func `a served cassette prints a request that it answers, each time`() async throws {
        defer { try? FileManager.default.removeItem(atPath: file) }
        #expect(await recorded.run("show", "1", "--record", file) == .success)
        let lines = Locked<[String]>([])
        let commands = CassetteCommands(output: { line in lines.withLock { $0.append(line) } }, warnings: { _ in })
        try await commands.serve(
            URL(fileURLWithPath: file), port: 0, repeats: true, allowsCrossOrigin: false, pace: nil
        ) {
            let url = lines.withLock { $0.last }?.components(separatedBy: "'").dropFirst().first ?? ""
            for _ in 0..<2 { _ = await recorded.run("show", "1", "--server", url.replacing("/books/1", with: "")) }
        }
        let shown = lines.withLock { $0 }
        #expect(shown.first?.hasPrefix("A cassette of 1 interaction is served at http://127.0.0.1:") == true)
        #expect(shown.dropFirst().first?.hasSuffix("/v1/books/1'") == true)
        #expect(shown.dropFirst(2) == ["GET /v1/books/1 → 200", "GET /v1/books/1 → 200", "Stopped."])
    }

    @Test func `drift is printed, and fails if a program may notice it`() async throws {
        let other = file + ".har"
        defer { [file, other].forEach { try? FileManager.default.removeItem(atPath: $0) } }
        #expect(await recorded.run("show", "1", "--record", file) == .success)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let cassette = try CassetteFile(URL(fileURLWithPath: file)).load().cassette
        var changed = cassette
        changed.interactions[0].outcome = .response(
            .init(200, headers: ["Content-Type": "application/json"], body: Data(#"{"id": 1}"#.utf8)))
        try CassetteFile(URL(fileURLWithPath: other)).save(changed)
        #expect(await recorded.run("drift", file, file) == .success)
        #expect(recorded.lines.contains("No drift."))
        #expect(await recorded.run("drift", file, other).rawValue == 1)
        #expect(recorded.lines.contains("  ~ $.id  string → number"))
        #expect(text.contains(#""_json""#))
    }

    /// The recording of all commands for books: see `.ci/record-household`.
    private static let household = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../HouseholdAPITests/__Cassettes__/RecordedBookTests")
        .appendingPathComponent("RecordedBookTests.a-book-comes-and-goes.har").standardizedFileURL

    private static let events = [
        "   event     added  6  Solaris  S. Lem", "   event     updated  6  Solaris  Stanisław Lem  1961",
        "   event     deleted  6  Solaris  Stanisław Lem  1961",
    ]

    @Test(arguments: [[], ["--pace"]]) func `events can be watched from a cassette`(pace: [String]) async {
        let program = Program(console: recorded.console())
        #expect(await program.run(["watch", "--replay", Self.household.path] + pace) == .success)
        #expect(recorded.lines.filter { $0.hasPrefix("   event") } == Self.events)
        #expect(recorded.errors.isEmpty)
    }

    @Test func `events recorded until the reader left can be watched again`() async throws {
        defer { try? FileManager.default.removeItem(atPath: file) }
        let event = Data("data: {\"kind\": \"added\", \"book\": \(Book.sampleJSON)}\n\n".utf8)
        let client = MockClient { On(BookEventsEndpoint.self).stream(chunks: [event, event]) }
        let commands = CassetteCommands(output: { _ in }, warnings: { _ in })
        try await commands.record(client, of: .production, to: URL(fileURLWithPath: file)) { client in
            for try await _ in client.stream(BookEventsEndpoint()) { break }
        }
        #expect(await recorded.run("watch", "--replay", file) == .success)
        #expect(recorded.lines.filter { $0.hasPrefix("   event") } == ["   event     added  1  Momo  Michael Ende"])
        #expect(recorded.errors.isEmpty)
    }

    @Test func `pages can be listed from a cassette`() async {
        #expect(await recorded.run("list", "--all", "--limit", "2", "--replay", Self.household.path) == .success)
        #expect(recorded.lines.filter { $0.hasPrefix("   content") }.count == 3)
        #expect(recorded.output.contains("One Thousand and One Nights"))
    }

    @Test func `a cover can be downloaded from a cassette`() async throws {
        defer { try? FileManager.default.removeItem(atPath: file) }
        #expect(await recorded.run("download", "1", file, "--replay", Self.household.path) == .success)
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("<svg"))
    }

    @Test func `a served cassette streams its events`() async throws {
        let lines = Locked<[String]>([])
        let commands = CassetteCommands(output: { line in lines.withLock { $0.append(line) } }, warnings: { _ in })
        try await commands.serve(Self.household, port: 0, repeats: false, allowsCrossOrigin: false, pace: nil) {
            let url = lines.withLock { $0.first }?.split(separator: " ").first { $0.hasPrefix("http://") } ?? ""
            _ = await recorded.run("list", "--all", "--limit", "2", "--server", "\(url)/v1")
            guard let server = URL(string: "\(url)/v1") else { return }
            let client = LiveClient(environment: HouseholdEnvironment.server(server))
            let watched = BookCommands(client: client, console: recorded.console(), reconnects: false)
            await #expect(throws: Never.self) { try await watched.watch() }
        }
        #expect(recorded.lines.filter { $0.hasPrefix("   event") } == Self.events)
        #expect(lines.withLock { $0 }.contains("GET /v1/events → 200"))
    }

    @Test func `the serve command serves a cassette until it is interrupted`() async throws {
        defer { try? FileManager.default.removeItem(atPath: file) }
        #expect(await recorded.run("show", "1", "--record", file) == .success)
        let (lines, writer) = AsyncStream.makeStream(of: String.self)
        let console = Console(isTerminal: false, output: { writer.yield($0) }, errors: { _ in })
        let serving = Task { [file] in await Program(console: console).run(["serve", "--cassette", file]) }
        let invitation = try #require(await lines.first { $0.contains("http://") })
        let url = try #require(invitation.split(separator: " ").first { $0.hasPrefix("http://") })
        #expect(await recorded.run("show", "1", "--server", "\(url)/v1") == .success)
        #expect(await recorded.run("show", "2", "--server", "\(url)/v1") == .failure)
        #expect(recorded.errors.contains("501"))
        serving.cancel()
        #expect(await serving.value == .success)
    }
}

extension RecordedConsole {
    /// The printed lines about responses.
    fileprivate var contents: [String] { lines.filter { $0.hasPrefix("   content") || $0.hasPrefix("   answer") } }
}
