import EndpointCore
import Testing

@Suite struct JsonEndpointTests {
    @Test func `decodes the body`() throws {
        let user = try UserEndpoint().content(from: response(), with: Data(#"{"id": 1, "name": "Ann"}"#.utf8))
        #expect(user == User(id: 1, name: "Ann"))
    }

    @Test func `uses the decoder of its module`() throws {
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
        (#"{"id": "x", "name": "Ann"}"#, "User.id is not Int"),
        (#"{"id": 1, "name": null}"#, "User.name is null where String was expected"),
        (#"{"id": 1, "name": "Ann", "tags": ["a", 2]}"#, "User.tags[1] is not String"),
        (#"{"id": 1, "name": "#, "the body is not valid JSON"),
        ("", "the body is empty"),
    ])
    func `names the mistake in a body and its place`(body: String, problem: String) throws {
        let error = try #require(throws: ContentError.self) {
            try UserEndpoint().content(from: response(), with: Data(body.utf8))
        }
        #expect(error.problem == problem)
    }

    @Test func `names the media type of a body that is not JSON`() throws {
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

    @Test func `reads only the member`() throws {
        #expect(try Names().content(from: nil, with: body) == ["Ann", "Bo"])
        #expect(try SnakeNames().content(from: nil, with: body) == ["Ann", "Bo"])
    }

    @Test(arguments: [
        (#"{}"#, #""name_list" is missing at Array<String> (root)"#),
        (#"{"name_list": ["Ann", 2]}"#, "Array<String>.name_list[1] is not String"),
        (#"["Ann"]"#, "Array<String> (root) is not Dictionary<String, Any>"), ("", "the body is empty"),
    ])
    func `names the place of a mistake`(body: String, problem: String) throws {
        let error = try #require(throws: ContentError.self) {
            try Names().content(from: nil, with: Data(body.utf8))
        }
        #expect(error.problem == problem)
    }
}
