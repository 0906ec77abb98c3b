// What the compiler must refuse: `.ci/type-check` compares its errors with the comments.
import EndpointClient
import EndpointTesting

struct Silent: JsonEndpoint {  // expected-error {{typealias Content}} expected-error {{does not conform}}
    func makeRequest() throws -> URLRequest { try .get("x") }
}

struct Plain: JsonEndpoint {  // expected-error {{JSON is not read into Data}} expected-error {{does not conform}}
    typealias Content = Data
    func makeRequest() throws -> URLRequest { try .get("x") }
}

struct SilentRoute: Route, JsonEndpoint {  // expected-error {{typealias Content}} expected-error {{does not conform}}
    var path: URLPath { "x" }
}

struct SilentNest: NestedJsonEndpoint {  // expected-error {{typealias Content}} expected-error {{does not conform}}
    static let contentKey = "x"
    func makeRequest() throws -> URLRequest { try .get("x") }
}

enum Sort: String { case title }

func heterogeneous() throws -> HTTPBody {
    try .json(["name": "Ann", "age": 3])  // expected-error {{Declare a struct}}
}

func plainEnum(_ sort: Sort, _ user: Sort.Type) throws -> [URLRequest] {
    [
        try .get("users/\(sort)"),  // expected-error {{Declare an enum with : String, ParameterValue}}
        try .get("users/\(user)"),  // expected-error {{Unwrap an optional}}
    ]
}

struct PlainError: Error, Decodable {}

func loses(_ response: URLResponse?, _ body: Data) throws {
    try HTTPError.check(response, with: body, orThrow: PlainError.self)  // expected-error {{conform to APIFailure}}
}

struct Upload: VoidEndpoint, UploadEndpoint {
    func makeRequest() throws -> (URLRequest, UploadEndpointBody) { (try .put("x"), .data(Data())) }
}

func report(_ progress: TransferProgress) {}

func uploads(_ client: some APIClient) async throws {
    try await client.upload(Upload()) { progress in report(progress) }  // expected-error {{progress: .handler}}
    try await client.upload(Upload(), progress: { report($0) })  // expected-error {{progress: .handler}}
    try await client.upload(Upload(), progress: .handler { report($0) })
    client.upload(Upload()) { result in print(result.map { true }) }
}

let live = LiveClient(baseURL: URL(string: "https://api.example.com")!)
// The closure is the completion, and the compiler says that nothing is awaited.
try await live.upload(Upload()) { _ in }  // expected-error {{no calls to throwing functions}} expected-error {{no 'async' operations}}

func text(_ path: String) throws -> [URLRequest] {
    [
        try .get(path),  // expected-error {{Write the path as a literal}}
        try .delete(path),  // expected-error {{Write the path as a literal}}
        try .put(path, body: .json(1)),  // expected-error {{Write the path as a literal}}
    ]
}

struct Book: Codable {}

func stubs(_ book: Book) -> [Any] {
    [
        On(Int.self),  // expected-error {{This is not an endpoint}}
        On(Book.self),  // expected-error {{This is not an endpoint}}
        On(book),  // expected-error {{This is not an endpoint}}
        On(Upload.self).status(204),
        On(Upload()).status(204),
        On(.get, "books"),
    ]
}
