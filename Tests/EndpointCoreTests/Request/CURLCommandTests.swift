import Testing

@testable import EndpointCore

@Suite struct CURLCommandTests {
    private let url = URL(string: "https://api.example.com/v1/books?author=Ende&limit=2")!

    @Test func `a plain GET has no options`() throws {
        #expect(CURLCommand(try .get(url)).description == "curl 'https://api.example.com/v1/books?author=Ende&limit=2'")
        #expect(try URLRequest.get(url).curlCommand() == "curl 'https://api.example.com/v1/books?author=Ende&limit=2'")
    }

    @Test func `arguments are quoted for a POSIX shell`() throws {
        let request = try URLRequest.post(
            url, headers: ["X-Name": "O'Hara $HOME `id`"], body: .json(Data(#"{"a":"it's"}"#.utf8)))
        #expect(
            CURLCommand(request, redaction: .showingValues).description
                == #"curl -X POST -H 'Content-Type: application/json' "#
                + #"-H 'X-Name: O'\''Hara $HOME `id`' --data-raw '{"a":"it'\''s"}' "#
                + #"'https://api.example.com/v1/books?author=Ende&limit=2'"#)
    }

    @Test func `a command has placeholders in place of values, and says so`() throws {
        let request = try URLRequest.post(
            url, headers: ["X-Lease": "k3k3", "Accept": "text/html"], body: .json(Data(#"{"pan":4111,"n":["a"]}"#.utf8))
        )
        #expect(
            CURLCommand(request).description
                == "curl -X POST -H 'Accept: text/html' -H 'Content-Type: application/json' "
                + #"-H 'X-Lease: {{value}}' --data-raw '{"pan": 0, "n": ["{{string}}"]}' "#
                + "'https://api.example.com/v1/books?author=Ende&limit=2' && : 'Redaction.showingValues shows the values'"
        )
        let form = CURLCommand(try .post(url), body: .multipart([.field("title", "Momo")]))
        #expect("\(form)".contains(" bytes of multipart/form-data}}'"))
        #expect(!"\(form)".contains("Momo"))
    }

    @Test func `a command contains no secret`() throws {
        let url = try #require(URL(string: "https://ann:swordfish@api.example.com/?api_key=swordfish"))
        let request = try URLRequest.post(
            url, headers: ["Authorization": "Bearer swordfish"], body: .json(Data(#"{"password":"swordfish"}"#.utf8)))
        let command = CURLCommand(request)
        #expect(!"\(command) \(command.arguments)".contains("swordfish"))
        #expect("\(command)".contains("'Authorization: Bearer {{secret}}'"))
    }

    @Test func `a body outside of the request is redacted`() throws {
        let command = CURLCommand(try .post(url), body: .data(Data(#"{"password":"swordfish"}"#.utf8)))
        #expect(!"\(command)".contains("swordfish"))
    }

    @Test func `a form is written as it is sent, without its secrets`() throws {
        let form: Multipart = [.field("title", "Momo"), .field("password", "swordfish")]
        let command = "\(CURLCommand(try .post(url), body: .multipart(form), redaction: .showingValues))"
        #expect(command.contains("--data-raw"))
        #expect(command.contains("Momo"))
        #expect(!command.contains("swordfish"))
    }

    @Test func `a form with a file is read from standard input`() throws {
        let form: Multipart = [.file("a", URL(fileURLWithPath: "/tmp/a"))]
        #expect(CURLCommand(try .post(url), body: .multipart(form)).arguments.contains("@-"))
    }

    @Test func `a HEAD command doesn't wait for a body`() throws {
        #expect(CURLCommand(try .head(url)).arguments == ["--head"])
    }

    @Test func `curl is kept from adding a Content-Type`() throws {
        #expect(
            CURLCommand(try .put(url), body: .data(Data("a".utf8)), redaction: .showingValues).arguments == [
                "-X", "PUT", "-H", "Content-Type:", "--data-raw", "a",
            ])
    }

    @Test func `an empty header is sent`() throws {
        #expect(CURLCommand(try .get(url, headers: ["X-None": ""])).arguments == ["-H", "X-None;"])
    }

    @Test func `bytes that aren't text are printed`() throws {
        let command = CURLCommand(try .put(url), body: .data(Data([0, 255, 39, 65])), redaction: .showingValues)
        #expect("\(command)".hasPrefix(#"printf '\000\377\047\101' | curl -X PUT"#))
        #expect(command.arguments.suffix(2) == ["--data-binary", "@-"])
    }

    @Test func `a file is read by curl`() throws {
        let command = CURLCommand(try .put(url), body: .file(URL(fileURLWithPath: "/tmp/a b")))
        #expect("\(command)".contains("--data-binary '@/tmp/a b'"))
    }

    @Test func `the base URL of a relative request is a shell variable`() throws {
        #expect("\(CURLCommand(try .get("books/\("a/b")")))" == #"curl "$BASE_URL"'/books/a%2Fb'"#)
    }
}

@Suite struct ShellWordTests {
    @Test(arguments: ["a", "Books-1_2.json", "/v1/books/1", "https://api.example.com:8443/a,b", "user@host", "a+b"])
    func `a word of plain characters is not quoted`(word: String) {
        #expect(ShellWord.quoted(word) == word)
    }

    @Test(arguments: Array(" !\"#$%&()*;<=>?[\\]^`{|}~\t\n\r\u{1}é"))
    func `a special character is quoted`(character: Character) {
        #expect(ShellWord.quoted("a\(character)b") == "'a\(character)b'")
    }

    @Test func `a single quote is written outside the quoted parts`() {
        #expect(ShellWord.quoted("it's") == #"'it'\''s'"#)
    }

    @Test func `an empty word is quoted`() {
        #expect(ShellWord.quoted("") == "''")
    }

    @Test func `bytes are written in octal`() {
        #expect(ShellWord.format(Data([0, 7, 0x41, 0xFF])) == #"'\000\007\101\377'"#)
    }
}
