import EndpointTesting
import Testing

/// A client only needs one method.
struct Canned: APIClient {
    let json: Data

    func send(_ request: APIRequest) async throws -> APIResponse {
        let url = request.urlRequest.url!
        return APIResponse(
            http: HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)!, body: .data(json))
    }
}

@Suite struct RecipeModuleTests {
    private let client = Canned(json: Data(#"{"id": "1", "name": "Ramen"}"#.utf8))

    @Test func `endpoints make their requests in Swift 5 mode`() throws {
        #expect(try RecipeListEndpoint().makeRequest().url?.relativeString == "recipes")
        #expect(try RecipeEndpoint(id: "1").makeRequest().url?.relativeString == "recipes/1")
        let update = try UpdateRecipeEndpoint(Recipe: Recipe(id: "1", name: "Ramen")).makeRequest()
        #expect(update.httpMethod == "PUT")
        #expect(update.httpBody == Data(#""Recipe""#.utf8))
        #expect(try DeleteRecipeEndpoint(id: "1").makeRequest().httpMethod == "DELETE")
    }

    @Test func `an upload makes its request and its body`() throws {
        let uploadEndpoint = FileUploadEndpoint(fileUrl: URL(fileURLWithPath: "/tmp/x"))
        let (request, body) = try uploadEndpoint.makeRequest()
        #expect(request.httpMethod == "POST")
        guard case .file(let url) = body else { return #expect(Bool(false), "not a file") }
        #expect(url.path == "/tmp/x")
    }

    @Test func `a call with a completion handler returns a progress`() async throws {
        let name = await withCheckedContinuation { continuation in
            let progress: Progress = client.request(RecipeEndpoint(id: "1")) { (result: Result<Recipe, Error>) in
                continuation.resume(returning: try? result.get().name)
            }
            #expect(progress.isCancellable)
        }
        #expect(name == "Ramen")
    }

    @Test func `a call with a completion handler needs no client type`() async throws {
        let client: any APIClient = self.client
        let isDone = await withCheckedContinuation { continuation in
            _ = client.upload(StreamUploadEndpoint(url: URL(fileURLWithPath: "/dev/null"))) { result in
                continuation.resume(returning: (try? result.get()) != nil)
            }
        }
        #expect(isDone)
    }

    @Test @MainActor func `a call with a completion handler on the main actor reaches its state`() async throws {
        var names: [String] = []
        await withCheckedContinuation { continuation in
            client.request(RecipeEndpoint(id: "1"), on: MainActor.shared) { result in
                names.append((try? result.get().name) ?? "")
                continuation.resume()
            }
        }
        #expect(names == ["Ramen"])
    }

    @Test func `an async call returns the model`() async throws {
        #expect(try await client.request(PlainRecipeEndpoint(id: "1")).name == "Ramen")
    }
}
