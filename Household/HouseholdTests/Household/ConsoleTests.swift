import Testing

@testable import Household

@Suite struct ConsoleTests {
    private let recorded = RecordedConsole()

    @Test func `writes lines to the output and complaints to the errors`() {
        let console = recorded.console()
        console.line("a")
        console.complain("b")
        #expect(recorded.output == "a\n")
        #expect(recorded.errors == "b\n")
    }

    @Test func `aligns the lines of a field behind its name`() {
        recorded.console().field("answer", ["one", "two"])
        #expect(recorded.lines == ["   answer    one", "             two", ""])
    }

    @Test(arguments: ["\u{1B}[2J", "a\nb", "a\rb", "\u{7}", "\u{9B}2J", "\u{0}"])
    func `lets no control character through`(text: String) {
        let console = recorded.console()
        console.line(text)
        console.complain(text)
        for written in [recorded.output, recorded.errors] {
            #expect(written.dropLast().unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
            #expect(written.hasSuffix("\n"))
        }
    }

    @Test func `leaves letters of all scripts and emoji as they are`() {
        recorded.console().line("Stanisław Лем 📚 👩‍👧")
        #expect(recorded.output == "Stanisław Лем 📚 👩‍👧\n")
    }

    @Test func `draws over the line before`() {
        recorded.console(isTerminal: true).redraw("progress", "x\u{1B}y")
        #expect(recorded.output == "\r\u{1B}[K   progress  x\u{FFFD}y")
    }

    @Test func `a table aligns its columns and leaves no blanks at the end`() {
        #expect(Table.lines([["1", "Momo", ""], ["10", "é📚", "x"]]) == ["1   Momo", "10  é📚    x"])
    }

    @Test func `a table takes no rows, empty rows and rows of different lengths`() {
        #expect(Table.lines([]) == [])
        #expect(Table.lines([[], ["a", "b"], ["aa"]]) == ["", "a   b", "aa"])
    }
}
