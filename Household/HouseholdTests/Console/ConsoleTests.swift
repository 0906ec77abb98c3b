import Testing

@testable import Household

@Suite struct ConsoleTests {
    private let recording = Recording()

    @Test func `writes lines to the output and complaints to the errors`() {
        let console = recording.console()
        console.line("a")
        console.complain("b")
        #expect(recording.output == "a\n")
        #expect(recording.errors == "b\n")
    }

    @Test func `aligns the lines of a field behind its name`() {
        recording.console().field("answer", ["one", "two"])
        #expect(recording.lines == ["   answer    one", "             two", ""])
    }

    @Test(arguments: ["\u{1B}[2J", "a\nb", "a\rb", "\u{7}", "\u{9B}2J", "\u{0}"])
    func `lets no control character through`(text: String) {
        let console = recording.console()
        console.line(text)
        console.complain(text)
        for written in [recording.output, recording.errors] {
            #expect(written.dropLast().unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
            #expect(written.hasSuffix("\n"))
        }
    }

    @Test func `leaves letters of all scripts and emoji as they are`() {
        recording.console().line("Stanisław Лем 📚 👩‍👧")
        #expect(recording.output == "Stanisław Лем 📚 👩‍👧\n")
    }

    @Test func `draws over the line before`() {
        recording.console(isTerminal: true).redraw("progress", "x\u{1B}y")
        #expect(recording.output == "\r\u{1B}[K   progress  x\u{FFFD}y")
    }
}
