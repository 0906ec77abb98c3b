import EndpointCore
import Testing

@Suite struct JsonEndpointTests {
    @Test func `a JSON endpoint decodes the body`() throws {
        let user = try UserEndpoint().content(from: response(), with: Data(#"{"id": 1, "name": "Ann"}"#.utf8))
        #expect(user == User(id: 1, name: "Ann"))
    }

    @Test func `a JSON endpoint uses the decoder of its module`() throws {
        struct Dated: JsonEndpoint {
            typealias Content = Date
            var decoder: JSONDecoder {
                let decoder = JSONDecoder()
                decoder.dateDecodingStrategy = .secondsSince1970
                return decoder
            }
            func makeRequest() throws -> URLRequest { try .get("now") }
        }
        #expect(try Dated().content(from: nil, with: Data("0".utf8)) == Date(timeIntervalSince1970: 0))
    }

    @Test(arguments: [
        (#"{"id": 1, "nome": "Ann"}"#, #""name" is missing at User (root)"#),
        (#"{"id": "x", "name": "Ann"}"#, "User.id is a string of 1 character, not an integer"),
        (#"{"id": 1, "name": null}"#, "User.name is null, not a string"),
        (#"{"id": 1, "name": 7, "note": "x"}"#, "User.name is 7, not a string"),
        (#"{"id": 1, "name": "Ann", "tags": ["a", 2]}"#, "User.tags[1] is 2, not a string"),
        (#"{"id": 1, "name": 12345}"#, "User.name is an integer of 5 digits, not a string"),
        (#"{"id": "lease-k3k3", "name": "Ann"}"#, "User.id is a string of 10 characters, not an integer"),
        (#"{"id": true, "name": "Ann"}"#, "User.id is true, not an integer"),
        (#"{"id": 1, "name": "#, "the body is not valid JSON: it is cut off at byte 18"),
        (#"{"id": 1, "name": "An"#, "the body is not valid JSON: it is cut off at byte 21"),
        (#"{"id": 1 "x": 2}"#, #"the body is not valid JSON: "," or "}" was expected at byte 9"#),
        (#"{"id": 1} x"#, "the body is not valid JSON: the end of the file was expected at byte 10"),
        ("null", "User (root) is null, not an object"), ("7", "User (root) is 7, not an object"),
        ("[]", "User (root) is an array, not an object"), ("", "the body is empty"),
        (
            #"{"status": 1, "user": {"id": 1, "name": "Ann"}}"#,
            #""id" is missing at User (root), but not in its "user": see `contentKey`"#
        ),
    ])
    func `an error names the mistake in a body and its place`(body: String, problem: String) throws {
        let error = try #require(throws: ContentError.self) {
            try UserEndpoint().content(from: response(), with: Data(body.utf8))
        }
        #expect(error.problem == problem)
    }

    private struct Shop: Decodable, Sendable {
        var isOpen: Bool?
        var price: Decimal?
        var rating: Double?
    }

    private struct ShopEndpoint: JsonEndpoint {
        typealias Content = Shop

        func makeRequest() throws -> URLRequest { try .get("shop") }
    }

    @Test(arguments: [
        (#"{"isOpen": 1}"#, "Shop.isOpen is 1, not true or false"),
        (#"{"isOpen": 1.5}"#, "Shop.isOpen is 1.5, not true or false"),
        (#"{"rating": "x"}"#, "Shop.rating is a string of 1 character, not a number"),
    ])
    func `an error says which kind of value was expected`(body: String, problem: String) throws {
        let error = try #require(throws: ContentError.self) {
            try ShopEndpoint().content(from: response(), with: Data(body.utf8))
        }
        #expect(error.problem == problem)
    }

    private enum Colour: String, Decodable { case red }

    private struct Paint: Decodable, Sendable {
        var colour: Colour?
        var day: Date?
        var link: URL?
    }

    private struct PaintEndpoint: JsonEndpoint {
        typealias Content = [String: Paint]

        var decoder: JSONDecoder {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            return decoder
        }

        func makeRequest() throws -> URLRequest { try .get("paint") }
    }

    @Test(arguments: [
        (#"{"a": {"colour": "blue"}}"#, #".a.colour cannot be read: "blue" is none of its values"#),
        (
            #"{"a": {"colour": "k3-k3"}}"#,
            ".a.colour cannot be read: it is a string of 5 characters, which is none of its values"
        ),
        (#"{"a": {"day": "k3k3"}}"#, " cannot be read: Expected date string to be ISO8601-formatted."),
        (#"{"ann@example.org": {"colour": 7}}"#, "[…].colour is 7, not a string"),
    ])
    func `of a value that cannot be read it shows a word of an enumeration, or its type`(body: String, end: String)
        throws
    {
        let error = try #require(throws: ContentError.self) {
            try PaintEndpoint().content(from: response(), with: Data(body.utf8))
        }
        #expect(error.problem.hasSuffix(end), "\(error.problem)")
        #expect(!error.problem.contains("k3"))
    }

    @Test func `an error for valid JSON says what doesn't match`() throws {
        let error = try #require(throws: ContentError.self) {
            try UserEndpoint().content(from: nil, with: Data(#"{"id": 1.5, "name": "Ann"}"#.utf8))
        }
        #expect(error.problem == "User.id is 1.5, not an integer")
    }

    private struct Names: JsonEndpoint {
        typealias Content = [String]

        func makeRequest() throws -> URLRequest { try .get("names") }
    }

    @Test(arguments: [
        (#"{"name_list": ["Ann"], "n": 1}"#, #" is an object, not an array: it has "name_list", see `contentKey`"#),
        (#"{"a": [], "b": []}"#, " is an object, not an array"), ("null", " is null, not an array"),
    ])
    func `an error names the member that holds the content`(body: String, problem: String) throws {
        let error = try #require(throws: ContentError.self) {
            try Names().content(from: response(), with: Data(body.utf8))
        }
        #expect(error.problem == "[String] (root)" + problem)
        #expect(!error.problem(by: .standard.hidingBodies()).contains("name_list"))
    }

    @Test(arguments: [
        ("application/json", ""), ("application/json; charset=utf-8", ""),
        ("application/json; charset=ISO-8859-1", ", but iso-8859-1 by its Content-Type"),
    ])
    func `an error says where a body isn't UTF-8`(type: String, rest: String) throws {
        var body = Data(#"{"id": 1, "name": "Zo"#.utf8)
        body += [0xEB, 0x22, 0x7D]
        let error = try #require(throws: ContentError.self) {
            try UserEndpoint().content(from: response(200, ["Content-Type": type]), with: body)
        }
        #expect(error.problem == "the body is not UTF-8 at byte 21\(rest)")
    }

    @Test func `an error counts bytes, not characters, up to invalid UTF-8`() throws {
        let body = Data(#"{"name": "é€"#.utf8) + [0xFF]
        let error = try #require(throws: ContentError.self) { try UserEndpoint().content(from: nil, with: body) }
        #expect(error.problem == "the body is not UTF-8 at byte 15")
    }

    @Test func `an error for invalid JSON in UTF-16 names no byte`() throws {
        let body = Data("{".unicodeScalars.flatMap { [UInt8($0.value), 0] } + [0x78, 0])
        let error = try #require(throws: ContentError.self) { try UserEndpoint().content(from: nil, with: body) }
        #expect(error.problem.hasPrefix("User (root) cannot be read: "))
    }

    @Test func `an error names the media type of a body that isn't JSON`() throws {
        let error = try #require(throws: ContentError.self) {
            try UserEndpoint().content(
                from: response(200, ["Content-Type": "text/html; charset=utf-8"]), with: Data("<html>".utf8))
        }
        #expect(error.problem == "the body is text/html, not JSON")
    }
}

@Suite struct NestedJsonEndpointTests {
    private struct Names: NestedJsonEndpoint {
        typealias Content = [String]
        static let contentKey = "name_list"

        func makeRequest() throws -> URLRequest { try .get("names") }
    }

    private struct SnakeNames: NestedJsonEndpoint {
        typealias Content = [String]
        static let contentKey = "nameList"

        var decoder: JSONDecoder {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return decoder
        }

        func makeRequest() throws -> URLRequest { try .get("names") }
    }

    private let body = Data(#"{"status": 7, "name_list": ["Ann", "Bo"]}"#.utf8)

    @Test func `a nested endpoint decodes only its member`() throws {
        #expect(try Names().content(from: nil, with: body) == ["Ann", "Bo"])
        #expect(try SnakeNames().content(from: nil, with: body) == ["Ann", "Bo"])
    }

    @Test(arguments: [
        (#"{}"#, #""name_list" is missing at [String] (root)"#),
        (#"{"name_list": ["Ann", 2]}"#, "[String].name_list[1] is 2, not a string"),
        (#"["Ann"]"#, "[String] (root) is an array, not an object"), ("", "the body is empty"),
    ])
    func `an error in a nested member names the place`(body: String, problem: String) throws {
        let error = try #require(throws: ContentError.self) {
            try Names().content(from: nil, with: Data(body.utf8))
        }
        #expect(error.problem == problem)
    }

    @Test func `an error in a nested member names the place without texts of the body`() throws {
        let error = try #require(throws: ContentError.self) {
            try Names().content(from: nil, with: Data(#"{"name_list": ["Ann", 2]}"#.utf8))
        }
        #expect(error.problem(by: .standard.hidingBodies()) == "[String].name_list[1] is an integer, not a string")
    }

    @Test func `a nested endpoint finds a member whose name the decoder has changed`() throws {
        let error = try #require(throws: ContentError.self) {
            try SnakeNames().content(from: nil, with: Data(#"{"name_list": ["Ann", 2]}"#.utf8))
        }
        #expect(error.problem == "[String].nameList[1] is 2, not a string")
    }
}
