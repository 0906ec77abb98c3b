import Testing

@testable import HouseholdServer

@Suite struct ResourceTests {
    private static let paths: [(String, Resource)] = [
        ("/v1/books", .books),
        ("/v1/books/1", .book("1")),
        ("/v1/books/a%2Fb", .book("a/b")),
        ("/v1/books/%2e%2e", .book("..")),
        ("/v1/books/%F0%9F%93%9A/cover", .cover("📚")),
        ("/v1/events", .events),
    ]

    @Test(arguments: paths)
    func `a path is parsed segment by segment`(path: String, resource: Resource) {
        #expect(Resource(path: path) == resource)
    }

    @Test(arguments: [
        "", "/", "/v1", "/books", "/v2/books", "/v1/books/", "/v1/books//cover", "/v1/books/1/", "/v1/books/1/back",
        "/v1/books/1/cover/", "v1/books", "/v1/events/", "/v1/events/1", "/v1/books/%", "/v1/books/%FF", "/v1%2Fbooks",
    ])
    func `an unknown path has no resource`(path: String) {
        #expect(Resource(path: path) == nil)
    }
}
