extension ClientLaws {
    static let redirect: [ClientLaw] = [
        .redirectFollowed, .relativeLocation, .finalURLAfterRedirect, .endlessRedirect, .noLocation, .otherScheme,
        .seeOther, .temporaryRedirect, .credentialsKept, .credentialsStay, .keysStay,
    ]
}

// Redirects are followed, and no credential leaves its origin (RFC 9110 §15.4).
extension ClientLaw {
    /// Redirects with each of the five statuses are followed, also several in a row.
    public static let redirectFollowed = ClientLaw(
        "redirectFollowed", "A redirect is followed.", .redirect, needs: [.redirects]
    ) { trial in
        let site = try trial.serve { request in
            switch request.query {
            case "end": .text("end")
            case "307": .redirect(307, to: "/v1/redirectFollowed?308")
            default: .redirect(Int(request.query ?? "") ?? 0, to: "/v1/redirectFollowed?end")
            }
        }
        for status in [301, 302, 303, 307, 308] {
            trial.expect(try await site.send("GET", "?\(status)"), text: "end")
        }
    }

    /// A location is resolved against the requested URL (RFC 9110 §10.2.2).
    public static let relativeLocation = ClientLaw(
        "relativeLocation", "A relative Location is resolved against the URL of the request.", .redirect,
        needs: [.redirects]
    ) { trial in
        let locations = ["c", "../d", "/e", "?q=1", "./f?x=a%2Fb"]
        let site = try trial.serve { request in
            guard let index = Int(request.query ?? "") else { return .text(request.target) }
            return .redirect(302, to: locations[index])
        }
        let targets = [
            site.target("/a/c"), site.target("/d"), "/e", site.target("/a/b?q=1"), site.target("/a/f?x=a%2Fb"),
        ]
        for (index, target) in targets.enumerated() {
            trial.expect(try await site.send("GET", "/a/b?\(index)"), text: target)
        }
    }

    /// The response has the final URL.
    public static let finalURLAfterRedirect = ClientLaw(
        "finalURLAfterRedirect", "The URL of a response is the one after all redirects.", .redirect, needs: [.redirects]
    ) { trial in
        let site = try trial.serve { $0.query == "end" ? .text("end") : .redirect(302, to: "/moved?end") }
        let url = try await site.send().http.url?.absoluteString
        trial.expect("URL", url, is: site.loopback.url.absoluteString + "/moved?end")
    }

    /// A loop of redirects ends (RFC 9110 §15.4).
    public static let endlessRedirect = ClientLaw(
        "endlessRedirect", "An endless redirect ends with URLError.httpTooManyRedirects.", .redirect,
        needs: [.redirects]
    ) { trial in
        let site = try trial.serve { _ in .redirect(302, to: "/v1/endlessRedirect") }
        await trial.expectError("A redirect to itself", [.httpTooManyRedirects]) { try await site.send() }
        trial.expect(site.requests.count <= 100, "Expected at most 100 requests, got \(site.requests.count).")
    }

    /// Without a location there is nothing to follow; a 300 and a 304 are not redirects.
    public static let noLocation = ClientLaw(
        "noLocation", "A redirect without a Location, and a 300 or a 304 with one, is returned as the response.",
        .redirect
    ) { trial in
        let site = try trial.serve { request in
            let status = Int(request.query ?? "") ?? 0
            return [300, 304].contains(status) ? .redirect(status, to: "/elsewhere") : .status(status)
        }
        for status in [301, 302, 303, 307, 308, 300, 304] {
            trial.expect("Status", try await site.send("GET", "?\(status)").http.statusCode, is: status)
        }
        trial.expect("Number of requests", site.requests.count, is: 7)
    }

    /// A redirect leads to `http` or `https`: no server can make a client read a file.
    public static let otherScheme = ClientLaw(
        "otherScheme", "A redirect to a scheme other than http and https is an error.", .redirect, needs: [.redirects]
    ) { trial in
        let site = try trial.serve {
            .redirect(302, to: $0.query == "file" ? "file:///etc/hosts" : "ftp://127.0.0.1/a")
        }
        for scheme in ["file", "ftp"] {
            await trial.expectError("A redirect to \(scheme)") { try await site.send("GET", "?\(scheme)") }
        }
    }

    /// After a 303, and after a 301 or a 302 to a POST, the new URL is requested with GET and without the body.
    public static let seeOther = ClientLaw(
        "seeOther", "A POST becomes a GET without a body after 301, 302 and 303.", .redirect, needs: [.redirects]
    ) { trial in
        for status in [301, 302, 303] {
            let site = try trial.serve { $0.path == "/end" ? .status(204) : .redirect(status, to: "/end") }
            _ = try await site.client.send(
                try site.request("POST", headers: ["Content-Type": "text/plain"], body: Data("law".utf8)))
            let requests = site.requests.map { "\($0.method) \($0.path) \($0.text)" }
            trial.expect("Requests", requests, is: ["POST \(site.target()) law", "GET /end "])
            trial.expect("Content-Type", site.requests.last?.header("Content-Type"), is: nil)
        }
    }

    /// A 307 and a 308 keep the method and the body, which is sent again from its start.
    public static let temporaryRedirect = ClientLaw(
        "temporaryRedirect", "Method and body stay the same after 307 and 308.", .redirect, needs: [.redirects]
    ) { trial in
        let body = LawData.text(10_000)
        for status in [307, 308] {
            let site = try trial.serve { $0.path == "/end" ? .status(204) : .redirect(status, to: "/end") }
            let stream = try site.upload(.stream(InputStream(data: body), length: 10_000), "", "POST")
            _ = try await site.client.send(stream)
            trial.expect("Methods", site.requests.map(\.method), is: ["POST", "POST"])
            trial.expect("Body", site.requests.last?.body, is: body)
        }
    }

    /// A redirect within the origin leads to the service that the credential is for.
    public static let credentialsKept = ClientLaw(
        "credentialsKept", "A redirect within the origin keeps all headers.", .redirect, needs: [.redirects]
    ) { trial in
        let site = try trial.serve { $0.path == "/end" ? .status(204) : .redirect(307, to: "/end") }
        _ = try await site.send(headers: ["Authorization": "Bearer law", "X-Law-Key": "law"])
        trial.expect(
            "Authorization", site.requests.map { $0.header("Authorization") }, is: ["Bearer law", "Bearer law"])
        trial.expect("X-Law-Key", site.requests.map { $0.header("X-Law-Key") }, is: ["law", "law"])
    }

    /// `Authorization` and `Cookie` are only for the origin that they were set for. Another port is another origin (RFC
    /// 6454 §4).
    public static let credentialsStay = leaving(
        "credentialsStay", "A redirect to another origin does not send Authorization and Cookie there.",
        ["Authorization": "Bearer law", "Cookie": "law=1"])

    /// A key may be in a header of any name.
    public static let keysStay = leaving(
        "keysStay", "A redirect to another origin does not send a header there that may be a key.",
        ["X-Api-Key": "law", "X-Law-Session": "law"])

    private static func leaving(_ id: String, _ name: String, _ headers: HeaderFields) -> ClientLaw {
        ClientLaw(id, name, .redirect, needs: [.redirects]) { trial in
            let other = try trial.serve { _ in .text("other") }
            let site = try trial.serve { _ in .redirect(307, to: other.server.url.absoluteString) }
            trial.expect(try await site.send(headers: headers), text: "other")
            for field in headers {
                let found = other.requests.compactMap { $0.header(field.name) }
                trial.expect("\(field.name) at the other origin", found, is: [])
            }
        }
    }
}
