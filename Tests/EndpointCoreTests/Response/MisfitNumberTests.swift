import EndpointCore
import Testing

@Suite struct MisfitNumberTests {
    private struct Item: Decodable, Sendable {
        let count: Int
        let price: Double
        var small: UInt8?
        var kind: Kind?
    }

    private enum Kind: Int, Decodable { case three = 3 }

    private struct Items: JsonEndpoint {
        struct Content: Decodable, Sendable { let items: [Item] }

        func makeRequest() throws -> URLRequest { try .get("items") }
    }

    @Test(arguments: [
        (#"{"count": 1.5, "price": 2.5}"#, "count", "1.5, not an integer"),
        (#"{"price": 2.5, "kind": 3, "count": -0.25}"#, "count", "-0.25, not an integer"),
        (#"{"count": 1, "price": 2.5, "small": 300}"#, "small", "300, which does not fit UInt8"),
        (#"{"count": 1, "price": 2.5, "small": -1}"#, "small", "-1, which does not fit UInt8"),
        (
            #"{"count": 99999999999999999999, "price": 2.5}"#, "count",
            "a number of 20 digits, which does not fit Int"
        ),
    ])
    func `a number that does not fit its type has its place`(item: String, name: String, end: String) throws {
        let fine = #"{"count": 7, "price": 0.5, "note": "1.5 \" 2"}"#
        let body = Data(#"{"total": 1.5, "items": [\#(fine), \#(item), \#(fine)]}"#.utf8)
        let error = try #require(throws: ContentError.self) { try Items().content(from: nil, with: body) }
        #expect(error.codingPath == ["items", "1", name])
        #expect(error.problem == "Content.items[1].\(name) is \(end)")
        #expect(error.underlying != nil)
    }

    @Test func `the place of one number in ten thousand is found`() throws {
        let items = (0..<10_000).map { #"{"count": \#($0 == 7_777 ? "0.5" : "1"), "price": 2.5}"# }
        let body = Data(#"{"items": [\#(items.joined(separator: ","))]}"#.utf8)
        let error = try #require(throws: ContentError.self) { try Items().content(from: nil, with: body) }
        #expect(error.codingPath == ["items", "7777", "count"])
    }

    private struct Positive: Decodable, Sendable {
        init(from decoder: any Decoder) throws {
            let number = try decoder.singleValueContainer().decode(Int.self)
            guard number < 10 else {
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "is too large"))
            }
        }
    }

    private struct PositiveEndpoint: JsonEndpoint {
        typealias Content = Positive

        func makeRequest() throws -> URLRequest { try .get("x") }
    }

    @Test func `a number that the model refuses is no misfit`() throws {
        let error = try #require(throws: ContentError.self) {
            try PositiveEndpoint().content(from: nil, with: Data("50".utf8))
        }
        #expect(error.problem == "Positive (root) cannot be read: it is 50")
    }
}
