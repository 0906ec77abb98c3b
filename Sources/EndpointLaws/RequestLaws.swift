extension ClientLaws {
    static let request: [ClientLaw] = [
        .method, .path, .query, .fragment, .header, .emptyHeader, .repeatedHeader, .longHeader, .ownHeaderWins, .noBody,
        .host, .validators,
    ]
}

// The method, the URL and the headers arrive unchanged.
extension ClientLaw {
    /// The registered methods, and any other token, arrive in the same spelling (RFC 9110 §9.1).
    public static let method = ClientLaw(
        "method", "Every method arrives in the same spelling.", .request
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "REPORT", "M-SEARCH"]
        for method in methods { _ = try await site.send(method) }
        trial.expect("Methods", site.requests.map(\.method), is: methods)
    }

    /// Percent-encoding in a path is neither decoded nor normalised (RFC 3986 §6.2.2).
    public static let path = ClientLaw(
        "path", "A path arrives with its percent-encoding unchanged.", .request
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        let paths = ["/a%2Fb", "/%c3%a4", "/a%20b", "/a//b", "/~:@!$&'()*+,;=", "/%7E", "/A"]
        for path in paths { _ = try await site.send("GET", path) }
        trial.expect("Targets", site.requests.map(\.target), is: paths.map { site.target($0) })
    }

    /// The items of a query keep their order, their encoding and their repetitions.
    public static let query = ClientLaw(
        "query", "A query arrives unchanged.", .request
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        let queries = ["?q=a%20b&q=a+b", "?b=2&a=1", "?x=%26%3D&empty=&flag", "?u=http://a/?b", "?%C3%A4=%e2%82%ac"]
        for query in queries { _ = try await site.send("GET", query) }
        trial.expect("Targets", site.requests.map(\.target), is: queries.map { site.target($0) })
    }

    /// A fragment is only for the client (RFC 9110 §7.1).
    public static let fragment = ClientLaw(
        "fragment", "The fragment of a URL is not sent.", .request
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        _ = try await site.send("GET", "/a?b=1#fragment")
        trial.expect("Targets", site.requests.map(\.target), is: [site.target("/a?b=1")])
    }

    /// The value of a header arrives byte for byte.
    public static let header = ClientLaw(
        "header", "A header arrives with its value.", .request
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        let value = #"One, "two; three"  (four) =5 <6>"#
        let request = try await site.arriving(try site.request(headers: ["X-Law-Value": value]))
        trial.expect("X-Law-Value", request?.header("X-Law-Value"), is: value)
    }

    /// An empty value is a value (RFC 9110 §5.5).
    public static let emptyHeader = ClientLaw(
        "emptyHeader", "A header with an empty value arrives.", .request
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        let request = try await site.arriving(try site.request(headers: ["X-Law-Empty": ""]))
        trial.expect("X-Law-Empty", request?.header("X-Law-Empty"), is: "")
    }

    /// The values of a header that was added twice arrive in order, in one line or in two (RFC 9110 §5.3).
    public static let repeatedHeader = ClientLaw(
        "repeatedHeader", "A header that was added twice arrives with both values in order.", .request
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        var request = try site.request()
        request.urlRequest.addValue("one", forHTTPHeaderField: "X-Law-Twice")
        request.urlRequest.addValue("two", forHTTPHeaderField: "X-Law-Twice")
        let value = try await site.arriving(request)?.header("X-Law-Twice")?.filter { $0 != " " }
        trial.expect("X-Law-Twice", value, is: "one,two")
    }

    /// Tokens of a few kilobytes are not rare.
    public static let longHeader = ClientLaw(
        "longHeader", "A header of 8 KiB arrives complete.", .request
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        let value = String(repeating: "0123456789abcdef", count: 512)
        let request = try await site.arriving(try site.request(headers: ["X-Law-Long": value]))
        trial.expect("X-Law-Long", request?.header("X-Law-Long"), is: value)
    }

    /// A header of the request replaces the client's own of that name.
    public static let ownHeaderWins = ClientLaw(
        "ownHeaderWins", "A request's own User-Agent and Accept replace the client's.", .request
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        let headers: HeaderFields = ["user-agent": "Law/1", "ACCEPT": "text/law"]
        let request = try await site.arriving(try site.request(headers: headers))
        trial.expect("User-Agent", request?.headers.values(of: "User-Agent"), is: ["Law/1"])
        trial.expect("Accept", request?.headers.values(of: "Accept"), is: ["text/law"])
    }

    /// No length, no coding and no type are sent where there is no body (RFC 9110 §8.6). A POST may say that its length
    /// is zero.
    public static let noBody = ClientLaw(
        "noBody", "A request without a body arrives without one, and without body headers.", .request
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        for method in ["GET", "POST", "DELETE"] {
            let request = try await site.arriving(try site.request(method))
            trial.expect("Length of the body", request?.bodyByteCount, is: 0)
            trial.expect("Content-Type of a \(method)", request?.header("Content-Type"), is: nil)
            trial.expect("Transfer-Encoding of a \(method)", request?.header("Transfer-Encoding"), is: nil)
            if method == "GET" { trial.expect("Content-Length", request?.header("Content-Length"), is: nil) }
        }
    }

    /// There is one `Host`, with the port unless it is that of the scheme (RFC 9110 §7.2).
    public static let host = ClientLaw(
        "host", "The host and port of the URL arrive as the only Host.", .request
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        let request = try await site.arriving(try site.request())
        trial.expect("Host", request?.headers.values(of: "Host"), is: ["127.0.0.1:\(site.loopback.port)"])
    }

    /// An `ETag` arrives, `If-None-Match` is sent, and the caller gets the 304, not a cached copy (RFC 9110 §13.1.2).
    public static let validators = ClientLaw(
        "validators", "An ETag arrives, and the response to If-None-Match is the server's.", .request
    ) { trial in
        let site = try trial.serve { request in
            let isKnown = request.header("If-None-Match") == #"W/"law""#
            return .response(
                LoopbackResponse(
                    status: isKnown ? 304 : 200, headers: ["ETag": #"W/"law""#], body: Data((isKnown ? "" : "new").utf8)
                ))
        }
        let first = try await site.send()
        trial.expect(first, text: "new")
        trial.expect("ETag", first.http.value(forHTTPHeaderField: "ETag"), is: #"W/"law""#)
        trial.expect(try await site.send(headers: ["If-None-Match": #"W/"law""#]), status: 304, text: "")
    }
}
