import EndpointTesting
import Testing

@Suite struct ReproductionTests {
    private func failure(_ status: Int, headers: [String: String] = [:], json: String) async throws -> HTTPError {
        let client = MockClient { On(NoteEndpoint.self).status(status, headers: headers, json: json) }
        return try await #require(throws: HTTPError.self) { try await client.request(NoteEndpoint(id: "1")) }
    }

    @Test func `writes a test that fails as the call did`() async throws {
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

    @Test func `declares an endpoint if none is given`() async throws {
        #expect(
            try await failure(404, headers: ["Retry-After": "1"], json: "{}").reproduction().test == Self.expectedCall)
    }

    /// What the test above expects, as a test. It has to compile and to pass.
    @Test func `GET notes/1 answers 404 to a call`() async throws {
        struct Call: VoidEndpoint {  // Replace it with the endpoint that failed.
            func makeRequest() throws -> URLRequest {
                URLRequest(HTTPMethod(rawValue: "GET"), URL(string: "notes/1")!)
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
                    URLRequest(HTTPMethod(rawValue: "GET"), URL(string: "notes/1")!)
                }
            }
            let client = MockClient { On(Call.self).status(404, headers: ["Content-Type": "application/json", "Retry-After": "1"], json: "{}") }
            let error = try await #require(throws: HTTPError.self) { try await client.request(Call()) }
            #expect(error.status == 404)
        }

        """

    @Test func `writes a shell command`() async throws {
        #expect(try await failure(404, json: "{}").reproduction().curl == #"curl "$BASE_URL"/notes/1"#)
    }

    @Test func `contains no secret`() async throws {
        let failure = try await failure(
            401, headers: ["X-Api-Key": "swordfish-1234", "Location": "/x?access_token=swordfish-1234"],
            json: #"{"access_token": "swordfish-1234"}"#)
        let text = "\(failure.reproduction(of: NoteEndpoint(id: "1")))"
        #expect(text.contains("{{secret}}"))
        #expect(!text.contains("swordfish"))
    }

    @Test func `reproduces an answer that could not be read`() async throws {
        let client = MockClient { On(NoteEndpoint.self).reply(json: #"{"id": "1"}"#) }
        let error = try await #require(throws: ContentError.self) { try await client.request(NoteEndpoint(id: "1")) }
        let test = error.reproduction(of: NoteEndpoint(id: "1")).test
        #expect(test.contains("#require(throws: ContentError.self)"))
        #expect(test.contains(##"#expect(error.problem == #""text" is missing at Note (root)"#)"##))
    }

    @Test func `reproduces a request without an answer`() throws {
        let reproduction = try URLError(.timedOut).reproduction(of: NoteEndpoint(id: "1"))
        #expect(reproduction.test.contains("On(NoteEndpoint.self).fail(.error(number: -1001))"))
    }

    @Test(arguments: [
        ("a", #""a""#), (#"a"b"#, ##"#"a"b"#"##), (##"a"#b"##, ###"##"a"#b"##"###), ("a\nb\"", #""a\nb\"""#),
        ("\u{202E}", #""\u{202e}""#),
    ])
    func `writes any text as a literal`(text: String, literal: String) async throws {
        let test = try await failure(400, json: text).reproduction().test
        #expect(test.contains("json: \(literal))"))
    }
}
