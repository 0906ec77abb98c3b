import EndpointCore
import Testing

@Suite struct DecodingAdviceTests {
    private struct Usage: Decodable, Sendable {
        let promptTokens: Int
        var imageURL: String?
    }

    private struct SnakeUsage: Decodable, Sendable {
        let prompt_tokens: Int
    }

    private struct Picture: Decodable, Sendable {
        let imageURL: String
    }

    /// Decodes a model with a decoder.
    private struct Reading<Model: Decodable & Sendable>: JsonEndpoint {
        typealias Content = Model

        var keys = Keys.plain
        var dates = Dates.plain

        enum Keys { case plain, snake }
        enum Dates { case plain, iso8601, seconds }

        var decoder: JSONDecoder {
            let decoder = JSONDecoder()
            if keys == .snake { decoder.keyDecodingStrategy = .convertFromSnakeCase }
            switch dates {
            case .plain: break
            case .iso8601: decoder.dateDecodingStrategy = .iso8601
            case .seconds: decoder.dateDecodingStrategy = .secondsSince1970
            }
            return decoder
        }

        func makeRequest() throws -> URLRequest { try .get("x") }

        func error(_ body: String) throws -> ContentError {
            try #require(throws: ContentError.self) { try content(from: response(), with: Data(body.utf8)) }
        }
    }

    @Test func `a member in snake case is named, with the strategy that reads it`() throws {
        let error = try Reading<Usage>().error(#"{"prompt_tokens": 1}"#)
        let sentence =
            #""promptTokens" is missing at Usage (root); the body has "prompt_tokens": set keyDecodingStrategy"#
        #expect(error.problem == sentence)
        #expect(!error.problem(by: .standard.hidingBodies()).contains("prompt_tokens"))
    }

    @Test func `a member in snake case is named in a nested object too`() throws {
        let error = try Reading<[Usage]>().error(#"[{"promptTokens": 1}, {"prompt_tokens": 1}]"#)
        #expect(error.problem.hasSuffix(#"[1]; the body has "prompt_tokens": set keyDecodingStrategy"#))
    }

    @Test func `a key that the strategy has changed is named as it has to be written`() throws {
        let error = try Reading<SnakeUsage>(keys: .snake).error(#"{"prompt_tokens": 1}"#)
        let sentence =
            #""prompt_tokens" is missing at SnakeUsage (root); "#
            + #"keyDecodingStrategy reads the body's "prompt_tokens" as "promptTokens": name it so"#
        #expect(error.problem == sentence)
        let picture = try Reading<Picture>(keys: .snake).error(#"{"image_url": "x"}"#)
        #expect(picture.problem.hasSuffix(#"reads the body's "image_url" as "imageUrl": name it so"#))
    }

    @Test func `no strategy is named for a member that none would read`() throws {
        let error = try Reading<SnakeUsage>().error(#"{"promptTokens": 1}"#)
        #expect(error.problem.hasSuffix(#"; the body has "promptTokens": name it so in CodingKeys"#))
        let picture = try Reading<Picture>().error(#"{"image_url": "x"}"#)
        #expect(picture.problem.hasSuffix(#"; the body has "image_url": name it so in CodingKeys"#))
        #expect(try Reading<Usage>().error(#"{"tokens": 1}"#).problem == #""promptTokens" is missing at Usage (root)"#)
    }

    private struct Event: Decodable, Sendable {
        let at: Date
    }

    @Test(arguments: [
        (
            "2026-11-23T13:05:50Z", 20,
            #"set dateDecodingStrategy to .iso8601, which reads a date such as "2001-01-01T00:00:00Z""#
        ),
        ("2026-11-23T13:05:50.123Z", 24, #"a date such as "2001-01-01T00:00:00.000Z""#),
        ("2026-11-23", 10, #"a date such as "2001-01-01""#),
    ])
    func `for a date in a text the error names the strategy that reads its form`(
        date: String, length: Int, end: String
    ) throws {
        for dates: Reading<Event>.Dates in [.plain, .seconds] {
            let error = try Reading<Event>(dates: dates).error(#"{"at": "\#(date)"}"#)
            let start = "Event.at is a string of \(length) characters, not a number: set dateDecodingStrategy"
            #expect(error.problem.hasPrefix(start), "\(error.problem)")
            #expect(error.problem.hasSuffix(end), "\(error.problem)")
            #expect(!error.problem.contains("2026"))
        }
    }

    @Test(arguments: [("1700000000", ".secondsSince1970"), ("1700000000000", ".millisecondsSince1970")])
    func `for a date in a number the error names the strategy that reads its unit`(number: String, unit: String) throws
    {
        let error = try Reading<Event>(dates: .iso8601).error(#"{"at": \#(number)}"#)
        #expect(error.problem.contains("if it is a date, set dateDecodingStrategy to \(unit), "), "\(error.problem)")
        #expect(!error.problem.contains("17000"))
    }

    @Test func `a text that is no date has no advice about dates`() throws {
        for text in ["x", "2026", "+49 30 1234-56-78"] {
            #expect(try !Reading<Event>().error(#"{"at": "\#(text)"}"#).problem.contains("Strategy"))
        }
        #expect(try !Reading<Picture>().error(#"{"imageURL": 1700000000}"#).problem.contains("Strategy"))
    }

    private struct Names: NestedJsonEndpoint {
        typealias Content = [String]
        static let contentKey = "names"

        func makeRequest() throws -> URLRequest { try .get("x") }
    }

    private struct Raw: Endpoint {
        typealias Content = Data

        func makeRequest() throws -> URLRequest { try .get("x") }
    }

    @Test(arguments: [
        #"{"names": [1, 2]}"#, #"{"name": "Ann", "data": {"id": "x", "name": "Ann"}}"#,
        #"{"id": 1, "name": "Ann", "tags": [{"id": 1, "name": "x"}, 2]}"#,
    ])
    func `contentKey is named only if the member is the content`(body: String) throws {
        #expect(try !Reading<[String]>().error(body).problem.contains("contentKey"))
        #expect(try !Reading<User>().error(body).problem.contains("contentKey"))
    }

    @Test func `contentKey is not named where it cannot be set, or is already`() throws {
        let body = Data(#"{"list": ["Ann"]}"#.utf8)
        let nested = try #require(throws: ContentError.self) { try Names().content(from: nil, with: body) }
        #expect(!nested.problem.contains("contentKey"))
        let decoded = try #require(throws: ContentError.self) {
            try Raw().as([String].self).content(from: nil, with: body)
        }
        #expect(!decoded.problem.contains("contentKey"))
        #expect(
            try Reading<[String]>().error(#"{"list": ["Ann"]}"#).problem.hasSuffix(#"has "list", see `contentKey`"#))
    }
}
