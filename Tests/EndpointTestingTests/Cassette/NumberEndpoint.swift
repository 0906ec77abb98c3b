import EndpointTesting

/// A number as JSON.
struct NumberEndpoint: JsonEndpoint {
    typealias Content = Int

    var path: URLPath = "number"
    var method = HTTPMethod.get
    var headers: HeaderFields = [:]

    func makeRequest() throws -> URLRequest {
        var request: URLRequest = try .get(path, headers: headers)
        request.httpMethod = method.rawValue
        return request
    }
}

let api = URL(string: "https://api.example.com/v1")!

extension Interaction {
    /// `GET https://api.example.com/v1/number → 200`, with a number as its body.
    static func number(_ number: Int, at path: String = "number", method: String = "GET") -> Interaction {
        let response = Response(
            200, headers: ["Content-Type": "application/json"], body: Data("\(number)".utf8))
        return Interaction(Request(method, "https://api.example.com/v1/\(path)"), .response(response))
    }
}
