/// The requests that a stub matches.
struct RequestMatcher: Sendable {
    /// The stub as it is written in the test, without secrets.
    let name: String

    /// The request that this stub expects instead of the actual one, or nil if the two cannot be compared. Parts that
    /// the stub does not compare are copied from the actual request, so that the same comparison finds a match and
    /// explains a mismatch.
    let expected: @Sendable (APIRequest, Interaction.Request) -> Interaction.Request?

    /// A request that this stub matches; nil if it can only be known when a request arrives.
    var example: Example?

    struct Example: Sendable {
        let request: @Sendable () throws -> APIRequest

        /// Whether the stub says more of it than method and path.
        let isWhole: Bool
    }
}

extension RequestMatcher {
    /// Matches every request of endpoints of a type.
    static func type<E: Endpoint>(_ type: E.Type) -> RequestMatcher {
        RequestMatcher(name: "On(\(type).self)") { request, live in request.endpoint is E ? live : nil }
    }

    /// Matches the request of an endpoint.
    static func endpoint(_ endpoint: some Endpoint) -> RequestMatcher {
        let type = Swift.type(of: endpoint)
        do {
            let request = try endpoint.makeAPIRequest().snapshot
            return RequestMatcher(
                name: "On(\(type): \(request))", expected: { _, _ in request },
                example: Example(request: { try endpoint.makeAPIRequest() }, isWhole: true))
        } catch {
            return none("\(type)", error)
        }
    }

    /// Matches every request with a method, a path, and the query of the path if it has one.
    static func path(_ method: HTTPMethod, _ path: URLPath) -> RequestMatcher {
        do {
            let url = try path.url().relativeString
            let name = Interaction.Request(method.rawValue, url).description
            let endpoint = PathEndpoint(method: method, path: path)
            return RequestMatcher(
                name: "On(\(name))",
                expected: { _, live in
                    var reference = URLReference(url)
                    reference.query = reference.query ?? URLReference(live.url).query
                    return Interaction.Request(method.rawValue, reference.text, body: live.body)
                }, example: Example(request: { try endpoint.makeAPIRequest() }, isWhole: false))
        } catch {
            return none("\(method) \(path.template)", error)
        }
    }

    /// Matches no request, because its own request cannot be made. ``MockClient/verify()`` reports the stub as unused,
    /// with the reason.
    private static func none(_ name: String, _ error: any Error) -> RequestMatcher {
        let problem = Redaction.standard.line(error.localizedDescription)
        return RequestMatcher(name: "On(\(name)), whose request cannot be made (\(problem))") { _, _ in nil }
    }
}

/// The endpoint of a stub that has none.
private struct PathEndpoint: Endpoint {
    typealias Content = Data

    let method: HTTPMethod
    let path: URLPath

    func makeRequest() throws -> URLRequest { try URLRequest(method, path) }
}

extension APIRequest {
    /// The request as a comparable value with its whole body. The body of a stream is not read.
    var snapshot: Interaction.Request {
        switch body {
        case .data(let data): Interaction.Request(urlRequest, body: data)
        case .file(let file): Interaction.Request(urlRequest, body: file.bytes)
        case .multipart(let form): Interaction.Request(urlRequest, body: form.bytes)
        case .stream, nil: Interaction.Request(urlRequest)
        }
    }
}

extension URL {
    fileprivate var bytes: Data? { try? Data(contentsOf: self, options: .mappedIfSafe) }
}

extension Multipart {
    /// The encoded form with the contents of its files; nil when a file cannot be read.
    fileprivate var bytes: Data? {
        try? pieces().reduce(into: Data()) { bytes, piece in
            switch piece {
            case .data(let data): bytes.append(data)
            case .file(let file): bytes.append(try Data(contentsOf: file))
            case .stream, .multipart: break
            }
        }
    }
}
