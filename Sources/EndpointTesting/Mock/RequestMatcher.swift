/// Which requests a stub is for.
struct RequestMatcher: Sendable {
    /// As it stands in the test, without secrets.
    let name: String

    /// The request that comes nearest to the one at hand among those that the stub is for; nil if none is comparable.
    /// What does not count is taken from the request at hand, so that one comparison both decides and explains.
    let example: @Sendable (APIRequest, Interaction.Request) -> Interaction.Request?
}

extension RequestMatcher {
    /// Every request of endpoints of a type.
    static func every<E: Endpoint>(_ type: E.Type) -> RequestMatcher {
        RequestMatcher(name: "On(\(type).self)") { request, live in request.endpoint is E ? live : nil }
    }

    /// The request that an endpoint makes.
    static func value(_ endpoint: some Endpoint) -> RequestMatcher {
        do {
            let made = try endpoint.makeAPIRequest().snapshot
            return RequestMatcher(name: "On(\(type(of: endpoint)): \(made))") { _, _ in made }
        } catch {
            return unusable("\(type(of: endpoint))", error)
        }
    }

    /// Every request of a method and path, and of a query if one is written.
    static func path(_ method: HTTPMethod, _ path: Path) -> RequestMatcher {
        do {
            let url = try path.url().relativeString
            let name = Interaction.Request(method.rawValue, url).description
            return RequestMatcher(name: "On(\(name))") { _, live in
                Interaction.Request(method.rawValue, url + (url.contains("?") ? "" : live.query), body: live.body)
            }
        } catch {
            return unusable("\(method) \(path.template)", error)
        }
    }

    /// A stub that fits nothing; ``MockClient/verify()`` finds it unused and says why.
    private static func unusable(_ name: String, _ error: any Error) -> RequestMatcher {
        let problem = Redaction.standard.line(error.localizedDescription)
        return RequestMatcher(name: "On(\(name)), whose request cannot be made (\(problem))") { _, _ in nil }
    }
}

extension Interaction.Request {
    /// The query with its question mark, or nothing.
    fileprivate var query: Substring {
        url.prefix { $0 != "#" }.drop { $0 != "?" }
    }
}

extension APIRequest {
    /// The request as a value that can be compared. The body of a stream is not read.
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
    /// All parts, files included; nil when one cannot be read.
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
