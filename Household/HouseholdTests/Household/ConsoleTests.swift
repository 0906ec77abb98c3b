import Testing

@testable import Household

@Suite struct ConsoleTests {
    private let recorded = RecordedConsole()

    @Test func `lines are written to the output and complaints to the errors`() {
        let console = recorded.console()
        console.line("a")
        console.complain("b")
        #expect(recorded.output == "a\n")
        #expect(recorded.errors == "b\n")
    }

    @Test func `the lines of a field are aligned after its name`() {
        recorded.console().field("answer", ["one", "two"])
        #expect(recorded.lines == ["   answer    one", "             two", ""])
    }

    @Test(arguments: ["\u{1B}[2J", "a\nb", "a\rb", "\u{7}", "\u{9B}2J", "\u{0}"])
    func `control characters aren't printed`(text: String) {
        let console = recorded.console()
        console.line(text)
        console.complain(text)
        for written in [recorded.output, recorded.errors] {
            #expect(written.dropLast().unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
            #expect(written.hasSuffix("\n"))
        }
    }

    @Test func `letters of all scripts and emoji are printed unchanged`() {
        recorded.console().line("Stanisław Лем 📚 👩‍👧")
        #expect(recorded.output == "Stanisław Лем 📚 👩‍👧\n")
    }

    @Test func `a line can be drawn over the one before`() {
        recorded.console(isTerminal: true).redraw("progress", "x\u{1B}y")
        #expect(recorded.output == "\r\u{1B}[K   progress  x\u{FFFD}y")
    }

    @Test func `a table aligns its columns and has no spaces at the ends of lines`() {
        #expect(Table.lines([["1", "Momo", ""], ["10", "é📚", "x"]]) == ["1   Momo", "10  é📚    x"])
    }

    @Test func `a table takes no rows, empty rows and rows of different lengths`() {
        #expect(Table.lines([]) == [])
        #expect(Table.lines([[], ["a", "b"], ["aa"]]) == ["", "a   b", "aa"])
    }
}
