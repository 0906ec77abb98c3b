// A module in Swift 5 mode that ignores concurrency: its models are not `Sendable`, its own protocols refine
// `Endpoint`, and its URLs are built by hand. It has to compile without changes. Swift 5 mode has one warning for it.
import EndpointClient

public struct Recipe: Codable, Identifiable {
    public let id: String
    public let name: String
}

public protocol JsonEndpoint: Endpoint where Content: Decodable {}

extension JsonEndpoint {
    public func validate(_ response: URLResponse?, with body: Data) throws {
        // Every response is accepted.
    }

    public func content(from response: URLResponse?, with body: Data) throws -> Content {
        return try JSONDecoder().decode(Content.self, from: body)
    }
}

public protocol VoidEndpoint: Endpoint where Content == Void {}

extension VoidEndpoint {
    public func validate(_ response: URLResponse?, with body: Data) throws {
        // Every response is accepted.
    }

    public func content(from response: URLResponse?, with body: Data) throws {}
}

public struct RecipeListEndpoint: JsonEndpoint, URLRequestBuildable {
    public typealias Content = [Recipe]

    public func makeRequest() throws -> URLRequest {
        return get(URL(string: "recipes")!)
    }
}

public struct RecipeEndpoint: JsonEndpoint, URLRequestBuildable {
    public typealias Content = Recipe

    public let id: Recipe.ID

    public init(id: Recipe.ID) {
        self.id = id
    }

    public func makeRequest() throws -> URLRequest {
        let url = URL(string: "recipes")!.appendingPathComponent(id)
        return get(url)
    }
}

public struct PlainRecipeEndpoint: Endpoint {
    public typealias Content = Recipe

    public let id: Recipe.ID

    public func makeRequest() throws -> URLRequest {
        let url = URL(string: "recipes")!.appendingPathComponent(id)
        return URLRequest(url: url)
    }

    public func validate(_ response: URLResponse?, with body: Data) throws {
        // Every response is accepted.
    }

    public func content(from response: URLResponse?, with body: Data) throws -> Content {
        return try JSONDecoder().decode(Content.self, from: body)
    }
}

public struct UpdateRecipeEndpoint: JsonEndpoint, URLRequestBuildable {
    public typealias Content = Recipe

    public let Recipe: Recipe

    public func makeRequest() throws -> URLRequest {
        let url = URL(string: "recipes")!.appendingPathComponent(Recipe.id)
        return put(url, body: .json(try JSONEncoder().encode("Recipe")))
    }
}

public struct DeleteRecipeEndpoint: VoidEndpoint, URLRequestBuildable {
    public let id: Recipe.ID

    public init(id: Recipe.ID) {
        self.id = id
    }

    public func makeRequest() throws -> URLRequest {
        let url = URL(string: "recipes")!.appendingPathComponent(id)
        return delete(url)
    }
}

public struct FileUploadEndpoint: UploadEndpoint {

    public typealias Content = Void

    private let fileUrl: URL

    init(fileUrl: URL) {
        self.fileUrl = fileUrl
    }

    public func content(from response: URLResponse?, with body: Data) throws {
        // Ignores the body.
    }

    public func makeRequest() throws -> (URLRequest, UploadEndpointBody) {
        var request = URLRequest(url: URL(string: "upload")!)
        request.httpMethod = "POST"
        request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
        return (request, .file(fileUrl))
    }
}

public struct StreamUploadEndpoint: UploadEndpoint {
    public typealias Content = Void

    let url: URL

    public func makeRequest() throws -> (URLRequest, UploadEndpointBody) {
        (URLRequest(url: URL(string: "upload")!), .stream(InputStream(url: url)!))
    }
}
