import EndpointTesting
import Testing

@Suite struct ReproductionTests {
    private func failure(_ status: Int, headers: HeaderFields = [:], json: String) async throws -> HTTPError {
        let client = MockClient { On(NoteEndpoint.self).status(status, headers: headers, json: json) }
        return try await #require(throws: HTTPError.self) { try await client.request(NoteEndpoint(id: "1")) }
    }

    @Test func `a reproduction is a test that fails as the call did`() async throws {
        let failure = try await failure(404, json: #"{"title": "No such note"}"#)
        #expect(failure.reproduction(of: NoteEndpoint(id: "1")).test == Self.expected)
    }

    /// What the test above expects, as a test. It has to compile and to pass.
    @Test func `GET notes/1 answers 404`() async throws {
        let client = MockClient {
            On(NoteEndpoint.self).status(
                404, headers: ["Content-Type": "application/json"], json: #"{"title": "No such note"}"#)
        }
        let error = try await #require(throws: HTTPError.self) { try await client.request(NoteEndpoint(id: "1")) }
        #expect(error.status == 404)
    }

    private static let expected = ##"""
        @Test func `GET notes/1 answers 404`() async throws {
            let client = MockClient { On(NoteEndpoint.self).status(404, headers: ["Content-Type": "application/json"], json: #"{"title": "No such note"}"#) }
            let error = try await #require(throws: HTTPError.self) { try await client.request(NoteEndpoint(id: "1")) }
            #expect(error.status == 404)
        }

        """##

    @Test func `a reproduction declares an endpoint if none is given`() async throws {
        #expect(
            try await failure(404, headers: ["Retry-After": "1"], json: "{}").reproduction().test == Self.expectedCall)
    }

    /// What the test above expects, as a test. It has to compile and to pass.
    @Test func `GET notes/1 answers 404 to a call`() async throws {
        struct Call: VoidEndpoint {  // Replace it with the endpoint that failed.
            func makeRequest() throws -> URLRequest {
                try URLRequest(HTTPMethod(rawValue: "GET"), URL(string: "notes/1")!)
            }
        }
        let client = MockClient {
            On(Call.self).status(404, headers: ["Content-Type": "application/json", "Retry-After": "1"], json: "{}")
        }
        let error = try await #require(throws: HTTPError.self) { try await client.request(Call()) }
        #expect(error.status == 404)
    }

    private static let expectedCall = """
        @Test func `GET notes/1 answers 404`() async throws {
            struct Call: VoidEndpoint {  // Replace it with the endpoint that failed.
                func makeRequest() throws -> URLRequest {
                    try URLRequest(HTTPMethod(rawValue: "GET"), URL(string: "notes/1")!)
                }
            }
            let client = MockClient { On(Call.self).status(404, headers: ["Content-Type": "application/json", "Retry-After": "1"], json: "{}") }
            let error = try await #require(throws: HTTPError.self) { try await client.request(Call()) }
            #expect(error.status == 404)
        }

        """

    @Test func `a reproduction can be a shell command`() async throws {
        #expect(
            try await failure(404, json: "{}").reproduction().curl
                == #"curl -H 'Accept: application/json' "$BASE_URL"/notes/1"#)
    }

    @Test func `a reproduction contains no secret`() async throws {
        let failure = try await failure(
            401, headers: ["X-Api-Key": "swordfish-1234", "Location": "/x?access_token=swordfish-1234"],
            json: #"{"access_token": "swordfish-1234"}"#)
        let text = "\(failure.reproduction(of: NoteEndpoint(id: "1")))"
        #expect(text.contains("{{secret}}"))
        #expect(!text.contains("swordfish"))
    }

    @Test func `an answer that couldn't be read is reproduced`() async throws {
        let client = MockClient { On(NoteEndpoint.self).reply(json: #"{"id": "1"}"#) }
        let error = try await #require(throws: ContentError.self) { try await client.request(NoteEndpoint(id: "1")) }
        let test = error.reproduction(of: NoteEndpoint(id: "1")).test
        #expect(test.contains("#require(throws: ContentError.self)"))
        #expect(test.contains(##"#expect(error.problem == #""text" is missing at Note (root)"#)"##))
    }

    @Test func `a request without an answer is reproduced`() throws {
        let reproduction = try URLError(.timedOut).reproduction(of: NoteEndpoint(id: "1"))
        #expect(reproduction.test.contains("On(NoteEndpoint.self).fail(.error(number: -1001))"))
    }

    @Test(arguments: [
        ("a", #""a""#), (#"a"b"#, ##"#"a"b"#"##), (##"a"#b"##, ###"##"a"#b"##"###), ("a\nb\"", #""a\nb\"""#),
        ("\u{202E}", #""\u{202e}""#),
    ])
    func `any text is written as a literal`(text: String, literal: String) async throws {
        let test = try await failure(400, json: text).reproduction().test
        #expect(test.contains("json: \(literal))"))
    }

    @Test func `the type and the values of any endpoint are written`() async throws {
        let client = MockClient { On(Shelf.ListEndpoint.self).status(404) }
        let error = try await #require(throws: HTTPError.self) { try await client.request(Shelf.list) }
        #expect(error.reproduction(of: Shelf.list).test == Self.expectedList)
    }

    /// What the test above expects, as a test. It has to compile and to pass.
    @Test func `GET shelf answers 404`() async throws {
        let client = MockClient { On(Shelf.ListEndpoint.self).status(404) }
        let error = try await #require(throws: HTTPError.self) {
            try await client.request(
                Shelf.ListEndpoint(
                    author: nil, limit: 2, scale: 0.5, since: Date(timeIntervalSince1970: 1700000000.25),
                    place: URL(string: "https://a.example/b%20c")!,
                    id: UUID(uuidString: "0B6F3A1E-5F1C-4A39-9D0B-7C1F6A0D9E11")!, cover: Data(base64Encoded: "AP8=")!,
                    sort: .byTitle, filter: .year(from: 1900, to: nil), tags: ["a\"b", "c"], counts: ["x": 1, "y": 2],
                    kind: Shelf.Kind(rawValue: "new"), price: Decimal(string: "1.5")!))
        }
        #expect(error.status == 404)
        #expect(client.calls(Shelf.ListEndpoint.self) == [Shelf.list])
    }

    private static let expectedList = ##"""
        @Test func `GET shelf answers 404`() async throws {
            let client = MockClient { On(Shelf.ListEndpoint.self).status(404) }
            let error = try await #require(throws: HTTPError.self) { try await client.request(Shelf.ListEndpoint(author: nil, limit: 2, scale: 0.5, since: Date(timeIntervalSince1970: 1700000000.25), place: URL(string: "https://a.example/b%20c")!, id: UUID(uuidString: "0B6F3A1E-5F1C-4A39-9D0B-7C1F6A0D9E11")!, cover: Data(base64Encoded: "AP8=")!, sort: .byTitle, filter: .year(from: 1900, to: nil), tags: [#"a"b"#, "c"], counts: ["x": 1, "y": 2], kind: Shelf.Kind(rawValue: "new"), price: Decimal(string: "1.5")!)) }
            #expect(error.status == 404)
        }

        """##

    @Test func `an endpoint that can't be written is declared without anything hidden`() async throws {
        struct Token: CustomStringConvertible {
            let digits: String
            var description: String { "…" }
        }
        struct HidingEndpoint: VoidEndpoint {
            let token: Token
            func makeRequest() throws -> URLRequest { try .get("notes") }
        }
        let endpoint = HidingEndpoint(token: Token(digits: "xyzzy"))
        let client = MockClient { On(HidingEndpoint.self).status(404) }
        let error = try await #require(throws: HTTPError.self) { try await client.request(endpoint) }
        let test = error.reproduction(of: endpoint).test
        #expect(test.contains("struct Call: VoidEndpoint"))
        #expect(test.contains("On(Call.self)") && test.contains("client.request(Call())"))
        #expect(!test.contains("xyzzy"))
    }

    @Test func `a secret in a value is hidden`() async throws {
        struct LoginEndpoint: VoidEndpoint {
            let password: String?
            let next: URL
            func makeRequest() throws -> URLRequest { try .get("login") }
        }
        let next = URL(string: "https://a.example/?access_token=swordfish-1234")!
        let error = URLError(.timedOut)
        let test = try error.reproduction(of: LoginEndpoint(password: "swordfish-5678", next: next)).test
        #expect(test.contains("LoginEndpoint(password:"))
        #expect(!test.contains("swordfish"))
    }
}

enum Shelf {
    struct ListEndpoint: VoidEndpoint, Equatable {
        var author: String?
        var limit: Int?
        var scale: Double
        var since: Date
        var place: URL
        var id: UUID
        var cover: Data
        var sort: Sort
        var filter: Filter
        var tags: [String]
        var counts: [String: Int]
        var kind: Kind
        var price: Decimal

        func makeRequest() throws -> URLRequest { try .get("shelf") }
    }

    enum Sort { case byTitle }
    enum Filter: Equatable { case year(from: Int, to: Int?) }
    struct Kind: RawRepresentable, Equatable { let rawValue: String }

    static let list = ListEndpoint(
        author: nil, limit: 2, scale: 0.5, since: Date(timeIntervalSince1970: 1_700_000_000.25),
        place: URL(string: "https://a.example/b%20c")!, id: UUID(uuidString: "0B6F3A1E-5F1C-4A39-9D0B-7C1F6A0D9E11")!,
        cover: Data([0, 255]), sort: .byTitle, filter: .year(from: 1900, to: nil), tags: ["a\"b", "c"],
        counts: ["y": 2, "x": 1], kind: Kind(rawValue: "new"), price: Decimal(string: "1.5")!)
}
