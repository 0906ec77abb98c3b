import EndpointTesting
import Testing

@Suite struct UnusedCassetteTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let source = """
            @Suite struct BookTests {
                @Test(.cassette) func `loads a book: all of it`() {}
                @Test(.cassette) func loadsAll() {}
                @Test(.cassette("login")) func signsIn() {}
                @Test(arguments: [1]) func loads(page number: Int) {}
                @Suite struct Details { @Test func show() {} }
            }
            """
        try source.write(to: folder.file("BookTests.swift"), atomically: true, encoding: .utf8)
    }

    private func save(_ names: String...) throws {
        for name in names { try CassetteFile(folder.file("__Cassettes__/\(name).har")).save(Cassette([.number(1)])) }
    }

    private var unused: [String] {
        CassetteFile.unused(below: folder.url).map { $0.deletingPathExtension().lastPathComponent }
    }

    @Test func `a cassette whose test is in the source file is used`() throws {
        for name in ["BookTests.loads a book: all of it", "BookTests.loadsAll", "BookTests.loads(page:)"] {
            try CassetteFile(beside: folder.file("BookTests.swift").path, named: name).save(Cassette([.number(1)]))
        }
        try save("BookTests/login", "BookTests/BookTests.Details.show")
        #expect(unused == [])
    }

    @Test func `a cassette of a test that was renamed or deleted is not`() throws {
        try save("BookTests/BookTests.loadsOne", "BookTests/BookTests.loadsAll", "OldTests/OldTests.works")
        #expect(unused == ["BookTests.loadsOne", "OldTests.works"])
    }

    @Test func `a test that is told to warns of them`() throws {
        try save("BookTests/BookTests.loadsOne", "BookTests/BookTests.loadsAll", "OldTests/OldTests.works")
        var options = CassetteOptions()
        let file = CassetteFile(folder.file("__Cassettes__/BookTests/BookTests.loadsAll.har"))
        #expect(try CassetteSession(file, mode: .replay, options: options).warnings == [])
        options.reportsUnusedFiles = true
        let warnings = try CassetteSession(file, mode: .replay, options: options).warnings
        #expect(warnings.count == 2)
        #expect(warnings.first?.hasSuffix("BookTests.loadsOne.har.") == true)
        #expect(warnings.last?.hasSuffix("OldTests.works.har.") == true)
    }

    @Test func `a quote in a comment hides no name behind it`() throws {
        let source = "// 5\" wide\n@Test(.cassette(\"login\")) func signsIn() {}"
        try source.write(to: folder.file("SignInTests.swift"), atomically: true, encoding: .utf8)
        try save("SignInTests/login")
        #expect(unused == [])
    }
}
