import CollidingNames
import EndpointCore
import Testing

/// Both modules are imported, and no name has to be qualified.
@Suite struct CollidingNamesTests {
    private struct ShapesEndpoint: JsonEndpoint {
        typealias Content = [String]

        let path: URLPath
        let query: URLQuery

        func makeRequest() throws -> URLRequest { try .get(path, query: query) }
    }

    private struct Screen {
        @Query var shapes = ["circle"]
        var outline = Path()
        var rateLimit = RateLimit(limit: 60)
    }

    @Test func `names of user interface frameworks keep their meaning`() throws {
        let screen = Screen()
        let endpoint = ShapesEndpoint(path: "shapes/\(screen.shapes[0])", query: ["limit": screen.rateLimit.limit])
        #expect(try endpoint.makeRequest().url?.relativeString == "shapes/circle?limit=60")
        #expect(screen.outline == Path())
    }
}
