import Testing

@testable import EndpointCore

@Suite struct WordListTests {
    let words: WordList = """
        token secret
        access_token
        """

    @Test func `words keep their order, whatever is between them`() {
        #expect(words.inOrder == ["token", "secret", "access_token"])
    }

    @Test func `a list contains only whole words`() {
        #expect(words.contains("secret"))
        #expect(!words.contains("secre"))
        #expect(words.contains(Array("token".utf8)[...]))
    }

    @Test func `a word is mentioned wherever it occurs in a text`() {
        #expect(words.areMentioned(in: Array("mysecrets".utf8)))
        #expect(!words.areMentioned(in: Array("my secre t".utf8)))
    }

    @Test func `a text ends with a word only if its last bytes are the whole word`() {
        #expect(words.areAtEnd(of: Array("mysecret".utf8)))
        #expect(!words.areAtEnd(of: Array("secrets".utf8)))
        #expect(!words.areAtEnd(of: Array("ken".utf8)))
    }

    @Test func `the end of a word is given only where one begins`() {
        #expect(words.end(ofOneAt: 1, in: Array("_token".utf8)) == 6)
        #expect(words.end(ofOneAt: 0, in: Array("_token".utf8)) == nil)
    }
}
