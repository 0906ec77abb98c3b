extension ClientLaws {
    static let safety: [ClientLaw] = [
        .headerValueInjection, .headerNameInjection, .methodInjection, .lengthHeader, .hostHeader, .dotSegments,
        .rootedPath,
        .relativeAuthority, .userInformation, .scheme, .absoluteURL,
    ]
}

// Nothing is sent that could be read as another request, or that goes somewhere other than its URL.
extension ClientLaw {
    /// Line breaks and NUL in a value are rejected (RFC 9110 §5.5). A value that `URLRequest` itself drops cannot be
    /// tested.
    public static let headerValueInjection = ClientLaw(
        "headerValueInjection", "A header value with a line break or NUL is rejected.", .safety
    ) { trial in
        try await trial.expectRefusal(
            of: ["a\r\nX-Evil: 1", "a\nX-Evil: 1", "a\rX-Evil: 1", "a\u{0}b", "a\r\n\r\nGET /evil HTTP/1.1"].map {
                value in
                { site in
                    let request = try site.request(headers: ["X-Law-Value": value])
                    return request.urlRequest.value(forHTTPHeaderField: "X-Law-Value") == value ? request : nil
                }
            })
    }

    /// A header name is a token (RFC 9110 §5.6.2).
    public static let headerNameInjection = ClientLaw(
        "headerNameInjection", "A header name that is not a token is rejected.", .safety
    ) { trial in
        try await trial.expectRefusal(
            of: ["X-Evil: 1\r\nX-Law", "X-Law\n", "X Law", "X-Law:", "X-Läw"].map { name in
                { try $0.request(headers: [name: "1"]) }
            })
    }

    /// A method is a token (RFC 9110 §9.1).
    public static let methodInjection = ClientLaw(
        "methodInjection", "A method that is not a token is rejected.", .safety
    ) { trial in
        try await trial.expectRefusal(
            of: ["GET /evil HTTP/1.1\r\nX-Evil: 1\r\n\r\nGET", "GET ", "GET\r\n", "G\u{0}T"].map { method in
                { try $0.request(method) }
            })
    }

    /// The caller does not decide where a message ends (RFC 9112 §6).
    public static let lengthHeader = ClientLaw(
        "lengthHeader", "A caller's Content-Length or Transfer-Encoding is rejected, or replaced by the true one.",
        .safety
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        let body = Data("GET /evil HTTP/1.1\r\n\r\n".utf8)
        for header in [("Content-Length", "3"), ("Content-Length", "300"), ("Transfer-Encoding", "chunked")] {
            let count = site.requests.count
            let request = try site.request("POST", headers: [header.0: header.1], body: body)
            do { _ = try await site.client.send(request) } catch { await trial.expectError(header.0) { throw error } }
            let bodies = site.requests.dropFirst(count).map(\.body)
            trial.expect(
                bodies.isEmpty || bodies == [body], "\(header.0): expected the whole body or nothing, got \(bodies).")
        }
    }

    /// The caller does not decide the server's name.
    public static let hostHeader = ClientLaw(
        "hostHeader", "A caller's Host is rejected, or replaced by that of the URL.", .safety
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        let request = try site.request(headers: ["Host": "localhost:\(site.loopback.port)"])
        do { _ = try await site.client.send(request) } catch { await trial.expectError("Host") { throw error } }
        let hosts = site.requests.flatMap { $0.headers.values(of: "Host") }
        trial.expect(
            hosts.isEmpty || hosts == ["127.0.0.1:\(site.loopback.port)"],
            "Host: expected that of the URL or nothing, got \(hosts).")
    }

    /// A relative request that leads above the base URL is rejected.
    public static let dotSegments = ClientLaw(
        "dotSegments", "A relative URL that leads above the base URL is rejected.", .safety
    ) { trial in
        try await trial.expectRefusal(
            of: ["../evil", "a/../../evil", "%2e%2e/evil", "a/%2E%2E/.%2e/evil", "/../evil"].map { url in
                { try $0.request(url: url) }
            })
    }

    /// A path that begins with a slash is below the base URL too.
    public static let rootedPath = ClientLaw(
        "rootedPath", "A relative URL with a leading slash stays below the base URL.", .safety
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        for url in ["rootedPath", "/rootedPath", "./rootedPath"] {
            _ = try await site.client.send(try site.request(url: url))
        }
        trial.expect("Targets", site.requests.map(\.target), is: [site.target(), site.target(), site.target()])
    }

    /// `//host/path` names another host (RFC 3986 §4.2).
    public static let relativeAuthority = ClientLaw(
        "relativeAuthority", "A relative URL with its own host is rejected.", .safety
    ) { trial in
        let other = try trial.serve { _ in .status(204) }
        try await trial.expectRefusal(
            of: ["//127.0.0.1:\(other.loopback.port)/evil"].map { url in { try $0.request(url: url) } })
        trial.expect("Requests to the other host", other.requests.count, is: 0)
    }

    /// A password in a URL ends up in logs, so it is rejected (RFC 9110 §4.2.4).
    public static let userInformation = ClientLaw(
        "userInformation", "A URL with user information is rejected.", .safety
    ) { trial in
        try await trial.expectRefusal(of: [
            { try $0.request(url: "http://law:secret@127.0.0.1:\($0.loopback.port)/v1/userInformation") },
            { try $0.request(url: "http://law@127.0.0.1:\($0.loopback.port)/v1/userInformation") },
        ])
    }

    /// Only `http` and `https` are sent.
    public static let scheme = ClientLaw(
        "scheme", "A URL with a scheme other than http and https is rejected.", .safety
    ) { trial in
        try await LawData.withFile(Data("law".utf8)) { file in
            try await trial.expectRefusal(
                of: [file.absoluteString, "ftp://127.0.0.1/a", "data:,law"].map { url in { try $0.request(url: url) } })
        }
    }

    /// An absolute URL replaces the base, such as the link to the next page that a server has sent.
    public static let absoluteURL = ClientLaw(
        "absoluteURL", "An absolute URL is requested as it is.", .safety
    ) { trial in
        let site = try trial.serve { .text("at \($0.target)") }
        let url = site.loopback.url.absoluteString + "/elsewhere?a=1"
        trial.expect(try await site.client.send(try site.request(url: url)), text: "at /elsewhere?a=1")
    }
}

extension LawTrial {
    /// Adds findings unless each request is rejected with an error and nothing arrives.
    fileprivate func expectRefusal(of requests: [(LawSite) throws -> APIRequest?]) async throws {
        let site = try serve { _ in .text("sent") }
        for make in requests {
            guard let request = try make(site) else { continue }
            let url = request.urlRequest.url?.absoluteString ?? ""
            let fields = HeaderFields(request.urlRequest)
            await expectError("\(request.urlRequest.httpMethod ?? "") \(url) \(fields)") {
                try await site.client.send(request)
            }
        }
        expect("Requests that arrived", site.requests.map(\.target), is: [])
    }
}
