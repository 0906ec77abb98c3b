import Testing

@testable import EndpointCore

@Suite struct ShellWordTests {
    @Test(arguments: ["a", "Books-1_2.json", "/v1/books/1", "https://api.example.com:8443/a,b", "user@host", "a+b"])
    func `a word of harmless characters stays as it is`(word: String) {
        #expect(ShellWord.quoted(word) == word)
    }

    @Test(arguments: Array(" !\"#$%&()*;<=>?[\\]^`{|}~\t\n\r\u{1}é"))
    func `a character that a shell may take for something else is quoted`(character: Character) {
        #expect(ShellWord.quoted("a\(character)b") == "'a\(character)b'")
    }

    @Test func `a quote ends the quoted part, and the next one begins behind it`() {
        #expect(ShellWord.quoted("it's") == #"'it'\''s'"#)
    }

    @Test func `an empty word is quoted, or it would be none`() {
        #expect(ShellWord.quoted("") == "''")
    }

    @Test func `bytes are written in octal`() {
        #expect(ShellWord.format(Data([0, 7, 0x41, 0xFF])) == #"'\000\007\101\377'"#)
    }
}
