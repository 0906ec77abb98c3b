import HouseholdAPI
import Testing

@testable import EndpointTesting
@testable import Household
@testable import HouseholdServer

@Suite(.timeLimit(.minutes(10))) struct ProgramTests {
    private let recorded = RecordedConsole()

    @Test func `the program without arguments gives a tour of all endpoints`() async {
        #expect(await recorded.run() == .success)
        let asked = recorded.lines.filter { $0.hasPrefix("   request") }.map { String($0.dropFirst(13)) }
        #expect(
            asked == [
                "GET books?author=le%20guin", "POST books", "GET books/6", "GET books/6", "PUT books/6",
                "PUT books/6/cover", "DELETE books/6", "GET books/6",
            ])
        #expect(
            recorded.lines.suffix(2) == [
                #"   APIError  GET /v1/books/6 → 404 Not Found: "There is no book "6"." (not_found)"#, "",
            ])
        #expect(recorded.errors.isEmpty)
    }

    @Test func `the program writes nothing to a given server unless the command does`() async throws {
        let requests = Locked<[String]>([])
        let server = try EmbeddedServer { line in requests.withLock { $0.append(line) } }
        defer { server.stop() }
        let url = server.baseURL.absoluteString
        #expect(await recorded.run("--server", url) == .success)
        #expect(await recorded.run("list", "--server", url) == .success)
        #expect(await recorded.run("show", "1", "--server", url) == .success)
        #expect(requests.withLock { $0 }.allSatisfy { $0.hasPrefix("GET ") })
        #expect(requests.withLock { $0 }.count == 4)
        #expect(await recorded.run("delete", "1", "--server", url) == .success)
        #expect(requests.withLock { $0 }.last == "DELETE /v1/books/1 → 204")
    }

    @Test func `the program's client logs around retries, and retries around an attempt's deadline`() async {
        #expect(await recorded.run("--log", "error") == .success)
        let client = LiveClient(baseURL: URL(string: "http://127.0.0.1")!)
        let stack = "Verbose › Logging › TimingOut(60 s) › Retrying › TimingOut(20 s each) › \(client)"
        #expect(recorded.lines.first == "   client    \(stack)")
    }

    @Test func `a tour that is interrupted deletes its book and ends with 130`() async {
        let requests = Locked<[String]>([])
        let (lines, writer) = AsyncStream.makeStream(of: String.self)
        let console = Console(isTerminal: false, output: { writer.yield($0) }, errors: { _ in })
        var program = Program(console: console)
        program.startServer = { port, _ in
            try EmbeddedServer(port: port) { line in requests.withLock { $0.append(line) } }
        }
        let touring = Task { [program] in await program.run([]) }
        _ = await lines.first { $0.hasPrefix("5.") }
        touring.cancel()
        #expect(await touring.value.rawValue == 130)
        #expect(requests.withLock { $0 }.last == "DELETE /v1/books/6 → 204")
    }

    @Test func `a download that was interrupted is continued`() async throws {
        let picture = Picture(Data((0..<100_000).map { UInt8($0 % 251) }), mediaType: "image/png")
        let (half, rest) = AsyncStream.makeStream(of: Data.self)
        rest.yield(picture.bytes.prefix(50_000))
        let server = try LoopbackServer { request in
            var response = picture.response(to: request)
            guard response.status == 200 else { return .response(response) }
            response.headers.append("Content-Length", "100000")
            response.body = Data()
            return .stream(response, half)
        }
        defer { server.stop() }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).png")
        defer { try? FileManager.default.removeItem(at: file) }
        let arguments = ["download", "1", file.path, "--server", server.url.absoluteString]

        let (lines, writer) = AsyncStream.makeStream(of: String.self)
        let interrupted = Console(
            isTerminal: false, output: { writer.yield($0) }, errors: { recorded.console().complain($0) })
        let downloading = Task { await Program(console: interrupted).run(arguments) }
        _ = await lines.first { $0.contains("50 %") }
        downloading.cancel()
        #expect(await downloading.value == .interrupted)
        #expect(recorded.errors.contains("The same command downloads the rest."))
        #expect(!FileManager.default.fileExists(atPath: file.path))

        #expect(await Program(console: recorded.console()).run(arguments) == .success)
        #expect(try Data(contentsOf: file) == picture.bytes)
        #expect(server.requests.last?.header("Range") == "bytes=50000-")
        #expect(recorded.output.contains("100000 bytes in \(file.path), 50000 of them from an earlier download"))
        rest.finish()
    }

    @Test func `the program prints the help text`() async {
        #expect(await recorded.run("--help") == .success)
        #expect(recorded.lines == Usage.lines + [""])
    }

    @Test func `the program prints the help text of one command`() async {
        #expect(await recorded.run("help", "upload") == .success)
        #expect(recorded.lines.first == Usage.lines.first { $0.contains("upload ID FILE") })
        #expect(recorded.lines.contains { $0.hasPrefix("--server URL") })
        #expect(await recorded.run("help", "shelve").rawValue == 64)
        #expect(recorded.errors == "error: There is no command \"shelve\"; --help lists the commands.\n")
    }

    @Test(arguments: [["shelve"], ["list", "--limit", "x"], ["show"], ["--server", "http://me:secret@h", "list"]])
    func `invalid arguments end with one sentence and 64`(arguments: [String]) async {
        let code = await Program(console: recorded.console()).run(arguments)
        #expect(code.rawValue == 64)
        #expect(recorded.output.isEmpty)
        #expect(recorded.errors.hasPrefix("error: "))
        #expect(recorded.errors.hasSuffix(".\n"))
        #expect(recorded.errors.filter { $0 == "\n" }.count == 1)
        #expect(!recorded.errors.contains("secret"))
    }

    @Test func `a refused call ends with the server's sentence and 1`() async {
        #expect(await recorded.run("show", "99").rawValue == 1)
        #expect(
            recorded.errors == "error: GET /v1/books/99 → 404 Not Found: \"There is no book \"99\".\" (not_found)\n")
    }

    @Test func `a call that cannot be sent ends with a sentence and 1`() async {
        #expect(await recorded.run("show", "..").rawValue == 1)
        #expect(
            recorded.errors
                == "error: The path \"books/{}\" cannot contain the value \"..\": it would become another path.\n")
    }

    @Test func `a server that cannot be reached is named`() async throws {
        let server = try RefusedPort().url.absoluteString
        #expect(await recorded.run("list", "--server", server).rawValue == 1)
        #expect(recorded.errors.hasPrefix("error: The call to \(server) failed: "))
        #expect(recorded.errors.filter { $0 == "\n" }.count == 1)
    }

    @Test func `the program calls the server of --server`() async throws {
        let server = try EmbeddedServer()
        defer { server.stop() }
        let url = server.baseURL.absoluteString
        #expect(await recorded.run("add", "--title", "Solaris", "--author", "Lem", "--server", url) == .success)
        #expect(await recorded.run("show", "6", "--server", url) == .success)
        #expect(recorded.lines.suffix(2) == ["   content   6  Solaris  Lem", ""])
    }

    @Test func `each run without a server has books of its own`() async {
        #expect(await recorded.run("delete", "1") == .success)
        #expect(await recorded.run("show", "1") == .success)
    }

    @Test func `the program serves until it is interrupted`() async throws {
        let (lines, writer) = AsyncStream.makeStream(of: String.self)
        let console = Console(isTerminal: false, output: { writer.yield($0) }, errors: { _ in })
        let serving = Task { await Program(console: console).run(["serve"]) }
        let invitation = try #require(await lines.first { $0.contains("http://") })
        let url = try #require(invitation.split(separator: " ").first { $0.hasPrefix("http://") })
        #expect(await recorded.run("show", "1", "--server", String(url)) == .success)
        serving.cancel()
        #expect(await serving.value == .success)
        #expect(await recorded.run("show", "1", "--server", String(url)) == .failure)
    }

    @Test func `a port in use is named in the error`() async throws {
        let server = try LoopbackServer { _ in .status(200) }
        defer { server.stop() }
        #expect(await recorded.run("serve", "--port", "\(server.port)").rawValue == 1)
        #expect(recorded.errors == "error: Cannot listen on 127.0.0.1:\(server.port): Address already in use\n")
    }
}
