import Testing

@testable import EndpointScaffold

@Suite struct PathGeneralizationTests {
    @Test(arguments: [
        (["books/1", "books/2"], ["books/{}", "books/{}"]),
        (["books/1"], ["books/{}"]),
        (["books/1/cover"], ["books/{}/cover"]),
        (["books", "books/search", "books/7"], ["books", "books/search", "books/{}"]),
        (["users/ann/repos", "users/bob/repos"], ["users/{}/repos", "users/{}/repos"]),
        (["users/me", "users/ann"], ["users/me", "users/{}"]),
        (["repos/octocat/hello-world/issues/1"], ["repos/{}/{}/issues/{}"]),
        (["3/movie/550", "3/movie/popular"], ["3/movie/{}", "3/movie/popular"]),
        (["v1/charges/ch_3MmlLrLkdIwHu7ix"], ["v1/charges/{}"]),
        (["files/0b5fd1e6-2c9f-4c5e-9d3f-1a2b3c4d5e6f"], ["files/{}"]),
        (["weather/london", "weather/paris"], ["weather/{}", "weather/{}"]),
        (["status/418"], ["status/{}"]),
        (["login"], ["login"]),
        ([""], [""]),
        (["a%2Fb/x"], ["{}/x"]),
        (
            [
                "v1/namespaces/default/pods", "v1/namespaces/kube-system/pods",
                "apis/apps/v1/namespaces/default/deployments",
            ],
            ["v1/namespaces/{}/pods", "v1/namespaces/{}/pods", "apis/apps/v1/namespaces/{}/deployments"]
        ),
        (["a/users/me", "a/users/ann", "b/users/me"], ["a/users/me", "a/users/{}", "b/users/me"]),
        (["users/%7B%7Bsecret%3Aid%231%7D%7D"], ["users/{}"]),
    ])
    func `a path is generalized by its form and its neighbours`(paths: [String], templates: [String]) {
        let segments = paths.map { $0.split(separator: "/", omittingEmptySubsequences: false).map(String.init) }
        #expect(PathGeneralization.templates(of: segments).map(\.text) == templates)
    }

    @Test func `a thousand identifiers are one route`() {
        let paths = (0..<1000).map { ["api", "orders", "\($0)", "items"] }
        #expect(Set(PathGeneralization.templates(of: paths).map(\.text)) == ["api/orders/{}/items"])
    }

    @Test(arguments: [("routes-tuned.txt", 0.95), ("routes-held-out.txt", 0.92), ("routes-fresh.txt", 0.89)])
    func `nine of ten parameters of public routes are found`(file: String, share: Double) throws {
        let score = try RouteSet(file).score
        print("path parameters, \(file): \(score)")
        // The rules are tuned to the mistakes of one set. Those of the others stay unseen, so that their figures count.
        if file == "routes-tuned.txt" { for mistake in score.mistakes { print("  \(mistake)") } }
        #expect(score.expected >= 40)
        #expect(score.recall >= share)
        #expect(score.precision >= 0.95)
    }

    @Test(arguments: [
        (["v1/books", "v1/books/1"], 1), (["api/v2/a/1", "api/v2/b"], 2), (["books", "books/1"], 0), (["v1"], 0),
        (["rest/api/3/issue/1", "rest/api/3/search"], 3),
    ])
    func `the base path is what only says which API it is`(paths: [String], length: Int) {
        let segments = paths.map { $0.split(separator: "/").map(String.init) }
        #expect(BasePath.length(of: PathGeneralization.templates(of: segments)) == length)
    }
}
