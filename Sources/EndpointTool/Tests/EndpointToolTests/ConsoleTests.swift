import Testing

@testable import EndpointTool

@Suite struct ConsoleTests {
    private func written(_ hasColors: Bool, _ body: (Console) -> Void) async -> String {
        let transcript = Transcript()
        let stream = Console.Stream(hasColors: hasColors, write: transcript.append)
        body(Console(output: stream, errors: stream))
        return await transcript.text()
    }

    @Test func `a line has its colour only where there are colours`() async {
        #expect(await written(true) { $0.line("a", .bad) } == "\u{1B}[31ma\u{1B}[0m\n")
        #expect(await written(false) { $0.line("a", .bad) } == "a\n")
    }

    @Test func `control characters of a file are replaced`() async {
        #expect(await written(true) { $0.line("a\u{1B}[2J\r") } == "a\u{FFFD}[2J\u{FFFD}\n")
    }

    @Test(arguments: [
        ([:], true), (["NO_COLOR": ""], true), (["NO_COLOR": "1"], false), (["NO_COLOR": "0"], false),
        (["TERM": "dumb"], false), (["TERM": "xterm"], true),
    ])
    func `the environment can forbid colours`(environment: [String: String], allows: Bool) {
        #expect(Console.Stream.allowsColors(environment) == allows)
    }
}
