import EndpointTesting
import HouseholdAPI
import Testing

@testable import Household

@Suite(.timeLimit(.minutes(10))) struct ProgramTests {
    private let recording = Recording()

    @Test func `without arguments it gives a tour of all endpoints`() async {
        #expect(await recording.run() == .success)
        let asked = recording.lines.filter { $0.hasPrefix("   request") }.map { String($0.dropFirst(13)) }
        #expect(
            asked == [
                "GET books?author=le%20guin", "POST books", "GET books/6", "GET books/6", "PUT books/6",
                "PUT books/6/cover", "DELETE books/6", "GET books/6",
            ])
        #expect(recording.lines.suffix(2) == [#"   APIError  There is no book "6". (not_found)"#, ""])
        #expect(recording.errors.isEmpty)
    }

    @Test func `explains itself`() async {
        #expect(await recording.run("--help") == .success)
        #expect(recording.lines == Usage.lines + [""])
    }

    @Test(arguments: [["shelve"], ["list", "--limit", "x"], ["show"], ["--server", "http://me:secret@h", "list"]])
    func `arguments that make no sense end with one sentence and 64`(arguments: [String]) async {
        let code = await Program(console: recording.console()).run(arguments)
        #expect(code.rawValue == 64)
        #expect(recording.output.isEmpty)
        #expect(recording.errors.hasSuffix(".\n"))
        #expect(recording.errors.filter { $0 == "\n" }.count == 1)
        #expect(!recording.errors.contains("secret"))
    }

    @Test func `a refused call ends with the server's sentence and 1`() async {
        #expect(await recording.run("show", "99").rawValue == 1)
        #expect(recording.errors == "There is no book \"99\". (not_found)\n")
    }

    @Test func `a call that cannot be sent ends with a sentence and 1`() async {
        #expect(await recording.run("show", "..").rawValue == 1)
        #expect(recording.errors == "The path \"books/{}\" cannot take the value \"..\": it would name another path.\n")
    }

    @Test func `a server that is not there is named`() async throws {
        let server = try EmbeddedServer()
        server.stop()
        #expect(await recording.run("list", "--server", server.baseURL.absoluteString).rawValue == 1)
        #expect(recording.errors.hasPrefix("The call to \(server.baseURL) failed: "))
        #expect(recording.errors.filter { $0 == "\n" }.count == 1)
    }

    @Test func `speaks to the server that it is told`() async throws {
        let server = try EmbeddedServer()
        defer { server.stop() }
        let url = server.baseURL.absoluteString
        #expect(await recording.run("add", "--title", "Solaris", "--author", "Lem", "--server", url) == .success)
        #expect(await recording.run("show", "6", "--server", url) == .success)
        #expect(recording.lines.suffix(2) == ["   content   6  Solaris  Lem", ""])
    }

    @Test func `without a server each run has books of its own`() async {
        #expect(await recording.run("delete", "1") == .success)
        #expect(await recording.run("show", "1") == .success)
    }

    @Test func `serves until it is interrupted`() async throws {
        let (lines, writer) = AsyncStream.makeStream(of: String.self)
        let console = Console(isTerminal: false, output: { writer.yield($0) }, errors: { _ in })
        let serving = Task { await Program(console: console).run(["serve"]) }
        let invitation = try #require(await lines.first { $0.contains("http://") })
        let url = try #require(invitation.split(separator: " ").first { $0.hasPrefix("http://") })
        #expect(await recording.run("show", "1", "--server", String(url)) == .success)
        serving.cancel()
        #expect(await serving.value == .success)
        #expect(await recording.run("show", "1", "--server", String(url)) == .failure)
    }

    @Test func `says that a port is taken`() async throws {
        let server = try LoopbackServer { _ in .status(200) }
        defer { server.stop() }
        #expect(await recording.run("serve", "--port", "\(server.port)").rawValue == 1)
        #expect(recording.errors == "Cannot listen on 127.0.0.1:\(server.port): Address already in use\n")
    }
}
