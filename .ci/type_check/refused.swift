// What the compiler must refuse: `.ci/type-check` compares its errors with the comments.
import EndpointCore

struct Silent: JsonEndpoint {  // expected-error {{typealias Content}} expected-error {{does not conform}}
    func makeRequest() throws -> URLRequest { try .get("x") }
}

struct Plain: JsonEndpoint {  // expected-error {{JSON is not read into Data}} expected-error {{does not conform}}
    typealias Content = Data
    func makeRequest() throws -> URLRequest { try .get("x") }
}

struct SilentRoute: Route, JsonEndpoint {  // expected-error {{typealias Content}} expected-error {{does not conform}}
    var path: Path { "x" }
}

struct SilentNest: NestedJsonEndpoint {  // expected-error {{typealias Content}} expected-error {{does not conform}}
    static let contentKey = "x"
    func makeRequest() throws -> URLRequest { try .get("x") }
}
