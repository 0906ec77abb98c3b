import EndpointTesting

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

private func show(_ projects: [Project]) {}
private func warn(_ text: String) {}

protocol ForgeEndpoint: Route {}

extension ForgeEndpoint {
    var headers: [String: String] { ["Accept": "application/vnd.forge+json"] }

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
        warn(error.userMessage)
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
