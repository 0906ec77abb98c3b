import EndpointTesting
import Testing

struct ForgeError: APIFailure, Decodable {
    let message: String
    var exchange = FailedExchange()
}

struct Project: Decodable, Sendable {
    let name: String
}

struct SearchResponse<Item: Decodable & Sendable>: Decodable, Sendable {
    let items: [Item]
}

struct ProjectPage: Sendable {
    let projects: [Project]
    let next: String?
}

private func show(_ projects: [Project]) { print(projects.map(\.name)) }

protocol ForgeEndpoint: Route {}

extension ForgeEndpoint {
    var headers: HeaderFields { ["Accept": "application/vnd.forge+json"] }

    func validate(_ response: URLResponse?, with body: Data) throws {
        try HTTPError.check(response, with: body, orThrow: ForgeError.self)
    }
}

struct SearchProjects: ForgeEndpoint, JsonEndpoint {
    typealias Content = SearchResponse<Project>

    let words: String

    var path: URLPath { "search/projects" }
    var query: URLQuery { ["q": words] }
}

private func ask(client: some APIClient) async {
    do {
        show(try await client.request(SearchProjects(words: "swift")).items)
    } catch let error as ForgeError {
        warn(error.message)
    } catch {
        warn(CallFailure(error).userMessage)
    }
}

struct ListProjects: ForgeEndpoint {
    typealias Content = ProjectPage

    var path: URLPath = "projects"

    func content(from response: URLResponse?, with body: Data) throws -> ProjectPage {
        ProjectPage(
            projects: try decode([Project].self, from: response, with: body),
            next: LinkHeader(response)["next"]?.target)
    }
}

@Suite(.timeLimit(.minutes(10))) struct ComingFromRequestProtocolsListings {
    @Test func `a call prints its answer, the API's error or another error`() async throws {
        let client = MockClient {
            On(SearchProjects(words: "swift")).reply(json: #"{"items": [{"name": "endpoint"}]}"#)
                .then(.status(422, json: #"{"message": "Too short"}"#)).then(.fail(.offline))
        }
        let lines = await Output.lines(3) { for _ in 0..<3 { await ask(client: client) } }
        #expect(lines == [#"["endpoint"]"#, "Too short", "There is no internet connection."])
        let request = try #require(client.requests.first).urlRequest
        #expect(request.url?.relativeString == "search/projects?q=swift")
        #expect(request.value(forHTTPHeaderField: "Accept") == "application/vnd.forge+json")
    }

    @Test func `content is made from the body and a header`() async throws {
        let next = "https://forge.example.com/projects?page=2"
        let client = MockClient {
            On(ListProjects.self).status(
                200, headers: ["Link": "<\(next)>; rel=next"], json: #"[{"name": "endpoint"}]"#)
        }
        let page = try await client.request(ListProjects())
        #expect(page.projects.map(\.name) == ["endpoint"])
        #expect(page.next == next)
    }
}
