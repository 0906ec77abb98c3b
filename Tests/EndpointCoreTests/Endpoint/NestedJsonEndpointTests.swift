import EndpointCore
import Testing

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

    @Test func `reads the member and nothing else`() throws {
        #expect(try Names().content(from: nil, with: body) == ["Ann", "Bo"])
        #expect(try SnakeNames().content(from: nil, with: body) == ["Ann", "Bo"])
    }

    @Test(arguments: [
        (#"{}"#, #""name_list" is missing at Array<String> (root)"#),
        (#"{"name_list": ["Ann", 2]}"#, "Array<String>.name_list[1] is not String"),
        (#"["Ann"]"#, "Array<String> (root) is not Dictionary<String, Any>"), ("", "the body is empty"),
    ])
    func `says where a body is wrong`(body: String, problem: String) throws {
        let error = try #require(throws: ContentError.self) {
            try Names().content(from: nil, with: Data(body.utf8))
        }
        #expect(error.problem == problem)
    }
}
