import EndpointTesting
import Testing

struct Film: Decodable, Sendable {
    let id: Int
    let title: String
}

struct FilmEndpoint: JsonEndpoint {
    typealias Content = Film
    let id: Int
    func makeRequest() throws -> URLRequest { try .get("films/\(id)") }
}

@Test func `a film has a title`() async throws {
    let client = MockClient { On(FilmEndpoint.self).reply(json: #"{"id": 1, "title": "Alien"}"#) }
    #expect(try await client.request(FilmEndpoint(id: 1)).title == "Alien")
}

@Test func `nobody has that number`() async throws {
    let client = MockClient { On(FilmEndpoint.self).status(404, json: #"{"title": "No such film"}"#) }
    let error = await #expect(throws: HTTPError.self) { try await client.request(FilmEndpoint(id: 1)) }
    #expect(error?.problem?.title == "No such film")
}
