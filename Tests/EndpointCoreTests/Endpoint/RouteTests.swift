import EndpointCore
import Testing

@Suite struct RouteTests {
    enum Shelf: Route {
        case books(author: String?)
        case add(Double)
        case book(String)

        var path: URLPath {
            if case .book(let id) = self { "books/\(id)" } else { "books" }
        }

        var query: URLQuery {
            if case .books(let author) = self { ["author": author] } else { [:] }
        }

        var method: HTTPMethod {
            if case .add = self { .post } else { .get }
        }

        var headers: HeaderFields {
            if case .add = self { ["Prefer": "return=minimal"] } else { [:] }
        }

        var body: HTTPBody? {
            get throws { if case .add(let price) = self { try .json(price) } else { nil } }
        }
    }

    struct Index: Route, JsonEndpoint {
        typealias Content = [String]

        var path: URLPath { "index" }
    }

    @Test func `a route makes a request from its parts`() throws {
        let request = try Shelf.add(1.5).makeRequest()
        #expect(request.httpMethod == "POST")
        #expect(request.url?.relativeString == "books")
        #expect(request.value(forHTTPHeaderField: "Prefer") == "return=minimal")
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/json")
        #expect(request.httpBody == Data("1.5".utf8))
        #expect(try Shelf.books(author: "A & B").makeRequest().url?.relativeString == "books?author=A%20%26%20B")
    }

    @Test func `a route is a plain GET by default`() throws {
        let request = try Index().makeRequest()
        #expect(request.httpMethod == "GET")
        #expect(request.url?.relativeString == "index")
        #expect(request.allHTTPHeaderFields ?? [:] == [:])
        #expect(request.httpBody == nil)
    }

    @Test(arguments: [Shelf.book(".."), .add(.infinity)])
    func `an invalid value in a route is an error`(route: Shelf) {
        #expect(throws: RequestError.self) { try route.makeRequest() }
    }

    @Test func `the content of a route is Data, or any type with as(_:)`() throws {
        #expect(try Shelf.books(author: nil).content(from: nil, with: Data([1])) == Data([1]))
        #expect(try Index().content(from: nil, with: Data(#"["a"]"#.utf8)) == ["a"])
    }
}

@Suite struct DecodedEndpointTests {
    private struct Refusal: Error {}

    private struct Raw: UploadEndpoint {
        typealias Content = Data

        func makeRequest() throws -> (URLRequest, UploadEndpointBody) {
            (try .put("raw"), .data(Data([1])))
        }

        func validate(_ response: URLResponse?, with body: Data) throws {
            if body.isEmpty { throw Refusal() }
        }
    }

    private let endpoint: some JsonEndpoint<[Int]> = Raw().as([Int].self)

    @Test func `a decoded endpoint makes the request of its base, with the body`() throws {
        let request = try endpoint.makeAPIRequest()
        #expect(request.urlRequest == (try Raw().makeAPIRequest().urlRequest))
        #expect(request.body != nil)
        #expect(request.endpoint is Raw)
    }

    @Test func `a decoded endpoint validates like its base`() {
        #expect(throws: Refusal.self) { try endpoint.validate(nil, with: Data()) }
    }

    @Test func `a decoded endpoint uses the caller's decoder`() throws {
        #expect(try endpoint.content(from: nil, with: Data("[1]".utf8)) == [1])
        #expect(throws: ContentError.self) { try endpoint.content(from: nil, with: Data("<html>".utf8)) }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let dates = try Raw().as([Date].self, decoder: decoder).content(from: nil, with: Data("[0]".utf8))
        #expect(dates == [Date(timeIntervalSince1970: 0)])
    }
}
