import Foundation
import Testing

@testable import EndpointScaffold

@Suite struct NamingTests {
    @Test(arguments: [
        ("created_at", "createdAt"), ("htmlUrl", "htmlURL"), ("html_url", "htmlURL"), ("URL", "url"),
        ("userIDs", "userIDs"),
        ("user_ids", "userIDs"), ("X-Request-Id", "xRequestID"), ("@type", "type"), ("+1", "plus1"), ("-1", "minus1"),
        ("2fa", "_2fa"),
        ("", "value"), ("$", "value"), ("größe", "größe"), ("名前", "名前"), ("HTTPStatus", "httpStatus"),
        ("default", "default"),
        ("a.b.c", "aBC"), ("😀", "value"), ("OAuth2Token", "oAuth2Token"), ("iOS", "iOS"), ("\u{202E}abc", "abc"),
    ])
    func `a key becomes a name by Swift's guidelines`(key: String, name: String) {
        #expect(SwiftName.lower(key) == name)
    }

    @Test(arguments: [
        ("order_item", "OrderItem"), ("book", "Book"), ("api_key", "APIKey"), ("urls", "URLs"),
        ("3d-model", "_3dModel"), ("", "Value"),
        ("JSONFile", "JSONFile"),
    ])
    func `a word becomes the name of a type`(word: String, name: String) {
        #expect(SwiftName.upper(word) == name)
    }

    @Test(arguments: [
        ("books", "book"), ("cities", "city"), ("people", "person"), ("statuses", "status"), ("status", "status"),
        ("boxes", "box"),
        ("movies", "movie"), ("news", "news"), ("series", "series"), ("orderItems", "orderItem"),
        ("addresses", "address"), ("data", "data"),
        ("matches", "match"), ("buses", "bus"), ("URLs", "URL"), ("Categories", "Category"), ("caches", "cache"),
        ("gas", "gas"),
    ])
    func `a plural has its singular`(plural: String, singular: String) {
        #expect(Noun.singular(plural) == singular)
    }

    @Test func `reserved words are escaped where Swift needs it`() {
        #expect(SwiftName.escaped("default") == "`default`")
        #expect(SwiftName.escapedParameter("default") == "default")
        #expect(SwiftName.escapedParameter("let") == "`let`")
        #expect(SwiftName.escapedArgument("let") == "let")
        #expect(SwiftName.escapedArgument("inout") == "`inout`")
        #expect(SwiftName.escaped("title") == "title")
    }

    @Test func `names that differ only in their case are not both given`() {
        var names = NameTable(taken: ["Data"])
        #expect(names.name("userID", "x") == "userID")
        #expect(names.name("userId", "userIdValue") == "userIdValue")
        #expect(names.name("data") == "data2")
    }

    @Test(arguments: [
        "", "9", "a-b", "class", "Foundation", "EndpointCore", "a/b", "Ä", "../x", "Book Store", "String",
    ])
    func `a name that no module can have is refused`(name: String) {
        #expect(throws: ScaffoldError.self) {
            try Scaffold(curl: "curl https://a.b", .init(module: name, library: .path("/"), source: ""))
        }
    }

    @Test(arguments: [
        ("GET", ["books"], true, "BookList"), ("GET", ["books", "{}"], false, "Book"),
        ("POST", ["books"], false, "CreateBook"),
        ("DELETE", ["books", "{}"], false, "DeleteBook"), ("GET", ["books", "{}", "cover"], false, "BookCover"),
        ("POST", ["orders", "{}", "cancel"], false, "CancelOrder"), ("POST", ["login"], false, "Login"),
        ("GET", [], false, "Root"),
        ("GET", ["search", "repositories"], true, "RepositorySearch"), ("PATCH", ["users", "{}"], false, "UpdateUser"),
        ("GET", ["users", "{}", "repos"], true, "UserRepoList"), ("PURGE", ["cache"], false, "PurgeCache"),
        ("GET", ["data", "stats.json"], false, "DataStats"),
    ])
    func `an endpoint is named by its method and path`(method: String, path: [String], isList: Bool, name: String) {
        var count = 0
        let parts = path.map { part -> PathTemplate.Part in
            guard part == "{}" else { return .literal(part) }
            defer { count += 1 }
            return .parameter(count)
        }
        let naming = EndpointNaming(
            method: method, path: PathTemplate(parts: parts), isList: isList, isStream: false, isUpload: false,
            hasPatch: false)
        #expect(naming.candidates[0] == name)
    }

    @Test func `no type of the library or of Swift Testing is the name of a model`() throws {
        let root = (0..<6).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let list = try String(contentsOf: root.appendingPathComponent(".ci/public-api.txt"), encoding: .utf8)
        let modules = ["EndpointCore", "EndpointClient", "EndpointCassette", "EndpointTesting", "EndpointTraits"]
        let types = list.split(separator: "\n").compactMap { line -> String? in
            let words = line.split(separator: " ")
            guard words.count > 2, modules.contains(String(words[0])),
                ["struct", "enum", "class", "actor", "protocol"].contains(words[1])
            else { return nil }
            return String(words[2].prefix { $0.isLetter || $0.isNumber })
        }
        #expect(types.count > 100)
        #expect(types.filter { !ReservedNames.types.contains($0) } == [])
    }
}

@Suite struct TypeNamingTests {
    private func object(_ members: (String, Schema)...) -> Schema {
        .object(members.map { .init(key: $0.0, schema: $0.1, isOptional: false) })
    }

    @Test func `a nested type is named after its place`() {
        let book = object(("publisher", object(("name", .string))), ("kinds", .array(.enumeration(["a", "b"]))))
        let table = TypeNaming([RootSchema(key: "Book", name: "Book", schema: book)], prefix: "Shop").table
        #expect(table.models.map(\.name) == ["Book", "Book.Publisher", "Book.Kind"])
        #expect(table["Book"]?.properties.map(\.type) == [.named("Book.Publisher"), .array(.named("Book.Kind"))])
    }

    @Test func `a name that Swift or the library has gets the name of the API before it`() {
        let roots = ["Data", "Tag", "Endpoint", "Book"].map {
            RootSchema(key: $0, name: $0, schema: object(("a", .string)))
        }
        #expect(
            TypeNaming(roots, prefix: "Shop").table.models.map(\.name) == [
                "ShopData", "ShopTag", "ShopEndpoint", "Book",
            ])
    }

    @Test func `keys that would have one name get two`() {
        let schema = object(
            ("user_id", .string), ("userId", .string), ("userID", .string), ("self", .string),
            ("Type", object(("x", .string))))
        let model = TypeNaming([RootSchema(key: "A", name: "A", schema: schema)], prefix: "Shop").table["A"]
        #expect(model?.properties.map(\.name) == ["userID", "userIDValue", "userIDValue2", "selfValue", "type"])
        #expect(model?.properties.last?.type == .named("A.Kind"))
    }

    @Test func `a struct that contains itself does so by a reference`() {
        let node = object(
            ("next", .reference("Node")), ("children", .array(.reference("Node"))), ("pair", .reference("Pair")))
        let pair = Schema.object([.init(key: "node", schema: .reference("Node"), isOptional: true)])
        let naming = TypeNaming(
            [RootSchema(key: "Node", name: "Node", schema: node), RootSchema(key: "Pair", name: "Pair", schema: pair)],
            prefix: "Shop")
        #expect(naming.table["Node"]?.properties.map(\.type.text) == ["Indirect<Node>", "[Node]", "Indirect<Pair>"])
        #expect(naming.table["Pair"]?.properties.map(\.type.text) == ["Indirect<Node>?"])
    }

    @Test func `a reference to a schema that is no object is that schema`() {
        var naming = TypeNaming(
            [
                RootSchema(key: "IDs", name: "IDs", schema: .array(.reference("ID"))),
                RootSchema(key: "ID", name: "ID", schema: .string),
            ],
            prefix: "Shop")
        #expect(naming.type(of: .reference("IDs"), in: nil, named: "X") == .array(.string))
        #expect(naming.type(of: .reference("Nothing"), in: nil, named: "X") == .json)
    }

    @Test func `a reference that leads to itself ends`() {
        var naming = TypeNaming(
            [
                RootSchema(key: "A", name: "A", schema: .reference("B")),
                RootSchema(key: "B", name: "B", schema: .reference("A")),
            ], prefix: "Shop")
        #expect(naming.type(of: .reference("A"), in: nil, named: "X") == .json)
    }
}
