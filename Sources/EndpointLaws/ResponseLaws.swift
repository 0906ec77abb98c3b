extension ClientLaws {
    static let response: [ClientLaw] = [
        .status, .statusBeyond599, .reasonPhrase, .noReasonPhrase, .failingStatus, .challenge, .proxyChallenge,
        .responseHeader, .emptyResponseHeader, .repeatedResponseHeader, .respelledResponseHeader, .manyResponseHeaders,
        .identityBody, .chunks,
        .emptyChunked, .noLength, .drops, .headLength, .noContentLength, .notModifiedLength, .interimResponse,
        .trailersAreAccepted, .finalURL, .noCache,
    ]
}

// Status, headers and body of a response arrive unchanged.
extension ClientLaw {
    /// Statuses of every class reach the caller, even those that no specification defines (RFC 9110 §15).
    public static let status = ClientLaw(
        "status", "Every final status up to 599 arrives.", .response
    ) { trial in
        let statuses = [200, 201, 202, 204, 206, 226, 299, 300, 304, 399, 400, 403, 409, 410, 418, 422, 429, 499]
        let site = try trial.serve { .status(Int($0.query ?? "") ?? 0) }
        for status in statuses {
            trial.expect("Status", try await site.send("GET", "?\(status)").http.statusCode, is: status)
        }
    }

    /// A status beyond 599 is a response too; the endpoint decides what it means.
    public static let statusBeyond599 = ClientLaw(
        "statusBeyond599", "A status beyond 599 arrives with its body.", .response
    ) { trial in
        let site = try trial.serve { .text("body", status: Int($0.query ?? "") ?? 0) }
        for status in [600, 799, 999] {
            trial.expect(try await site.send("GET", "?\(status)"), status: status, text: "body")
        }
    }

    /// The reason phrase has no meaning (RFC 9112 §4).
    public static let reasonPhrase = ClientLaw(
        "reasonPhrase", "A response with an unusual reason phrase is read.", .response, needs: [.sockets]
    ) { trial in
        let site = try trial.serve { _ in .bytes("HTTP/1.1 404 Of Course: Found\r\nContent-Length: 4\r\n\r\nbody") }
        trial.expect(try await site.send(), status: 404, text: "body")
    }

    /// The reason phrase may be absent (RFC 9112 §4).
    public static let noReasonPhrase = ClientLaw(
        "noReasonPhrase", "A response without a reason phrase is read.", .response, needs: [.sockets]
    ) { trial in
        let site = try trial.serve { _ in .bytes("HTTP/1.1 200 \r\nContent-Length: 4\r\n\r\nbody") }
        trial.expect(try await site.send(), text: "body")
    }

    /// A failing status is a response: the endpoint decides what it means.
    public static let failingStatus = ClientLaw(
        "failingStatus", "A failing status is a response with a body, not an error.", .response
    ) { trial in
        let site = try trial.serve { .json(#"{"problem": "law"}"#, status: Int($0.query ?? "") ?? 0) }
        for status in [404, 500, 503] {
            trial.expect(try await site.send("GET", "?\(status)"), status: status, text: #"{"problem": "law"}"#)
        }
    }

    /// A challenge is not answered by the client (RFC 9110 §11.6.1).
    public static let challenge = ClientLaw(
        "challenge", "A 401 with a challenge is a response with a body.", .response
    ) { trial in
        let site = try trial.serve { _ in
            .response(
                LoopbackResponse(
                    status: 401, headers: ["WWW-Authenticate": #"Basic realm="law""#], body: Data("who?".utf8)))
        }
        trial.expect(try await site.send(), status: 401, text: "who?")
        trial.expect("Number of requests", site.requests.count, is: 1)
    }

    /// The same holds for a proxy's challenge (RFC 9110 §11.7.1).
    public static let proxyChallenge = ClientLaw(
        "proxyChallenge", "A 407 is a response with a body.", .response
    ) { trial in
        let site = try trial.serve { _ in
            .response(
                LoopbackResponse(
                    status: 407, headers: ["Proxy-Authenticate": #"Basic realm="law""#], body: Data("who?".utf8)))
        }
        trial.expect(try await site.send(), status: 407, text: "who?")
    }

    /// The value of a header arrives byte for byte, and its name is found in any case.
    public static let responseHeader = ClientLaw(
        "responseHeader", "A response's header arrives with its value.", .response
    ) { trial in
        let value = #"One, "two; three"  (four) =5 <6>"#
        let site = try trial.serve { _ in .status(200, headers: ["x-LAW-value": value]) }
        trial.expect("X-Law-Value", try await site.send().http.value(forHTTPHeaderField: "X-Law-Value"), is: value)
    }

    /// An empty value is a value (RFC 9110 §5.5).
    public static let emptyResponseHeader = ClientLaw(
        "emptyResponseHeader", "A response's header with an empty value arrives.", .response
    ) { trial in
        let site = try trial.serve { _ in .status(200, headers: ["X-Law-Empty": ""]) }
        trial.expect("X-Law-Empty", try await site.send().http.value(forHTTPHeaderField: "X-Law-Empty"), is: "")
    }

    /// The values of a repeated header arrive in order, joined by commas (RFC 9110 §5.3).
    public static let repeatedResponseHeader = ClientLaw(
        "repeatedResponseHeader", "A response's repeated header arrives with all values in order.", .response
    ) { trial in
        let site = try trial.serve { _ in
            .status(200, headers: ["X-Law-Twice": "one", "X-Between": "1", "X-Law-Twice": "two"])
        }
        let value = try await site.send().http.value(forHTTPHeaderField: "X-Law-Twice")?.filter { $0 != " " }
        trial.expect("X-Law-Twice", value, is: "one,two")
    }

    /// Names are the same in any case (RFC 9110 §5.1).
    public static let respelledResponseHeader = ClientLaw(
        "respelledResponseHeader", "A header that is repeated in another spelling arrives with all values in order.",
        .response
    ) { trial in
        let site = try trial.serve { _ in .status(200, headers: ["X-Law-Spelt": "one", "x-law-spelt": "two"]) }
        let value = try await site.send().http.value(forHTTPHeaderField: "X-Law-Spelt")?.filter { $0 != " " }
        trial.expect("X-Law-Spelt", value, is: "one,two")
    }

    /// No header is lost if there are many.
    public static let manyResponseHeaders = ClientLaw(
        "manyResponseHeaders", "A hundred headers of a response arrive.", .response
    ) { trial in
        let site = try trial.serve { _ in
            var response = LoopbackResponse()
            for number in 0..<100 { response.headers.append("X-Law-\(number)", "value \(number)") }
            return .response(response)
        }
        let http = try await site.send().http
        let missing = (0..<100).filter { http.value(forHTTPHeaderField: "X-Law-\($0)") != "value \($0)" }
        trial.expect("Headers that are wrong or missing", missing, is: [])
    }

    /// A body without an encoding, or with `identity`, is not changed (RFC 9110 §8.4.1).
    public static let identityBody = ClientLaw(
        "identityBody", "A body of any bytes arrives unchanged.", .response
    ) { trial in
        let site = try trial.serve { _ in .data(LawData.everyByte) }
        trial.expect(try await site.send(), body: LawData.everyByte)
    }

    /// Chunks are joined, and their extensions are ignored (RFC 9112 §7.1).
    public static let chunks = ClientLaw(
        "chunks", "A chunked body arrives without its framing.", .response, needs: [.sockets]
    ) { trial in
        let site = try trial.serve { _ in
            .bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;law=1\r\nbo\r\n002\r\ndy\r\n0\r\n\r\n")
        }
        trial.expect(try await site.send(), text: "body")
    }

    /// A chunked body may be empty.
    public static let emptyChunked = ClientLaw(
        "emptyChunked", "An empty chunked body arrives as an empty body.", .response, needs: [.sockets]
    ) { trial in
        let site = try trial.serve { _ in .bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n") }
        trial.expect(try await site.send(), text: "")
    }

    /// A body without a length ends with the connection (RFC 9112 §6.3), of HTTP/1.1 as of HTTP/1.0.
    public static let noLength = ClientLaw(
        "noLength", "A body without a length ends with the connection.", .response, needs: [.sockets]
    ) { trial in
        let site = try trial.serve { request in
            .raw(Data("HTTP/1.\(request.query ?? "") 200 OK\r\n\r\nbody".utf8), close: true)
        }
        for version in 0...1 { trial.expect(try await site.send("GET", "?\(version)"), text: "body") }
    }

    /// A body arrives in pieces of any size.
    public static let drops = ClientLaw(
        "drops", "A response that arrives byte by byte is read.", .response, needs: [.sockets]
    ) { trial in
        let site = try trial.serve { _ in
            let bytes = Array("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody".utf8)
            return .rawStream(
                AsyncStream { continuation in
                    for byte in bytes { continuation.yield(Data([byte])) }
                    continuation.finish()
                })
        }
        trial.expect(try await site.send(), text: "body")
    }

    /// The response to HEAD has the length of the body that GET would return, and no body (RFC 9110 §9.3.2).
    public static let headLength = ClientLaw(
        "headLength", "The response to HEAD arrives with its length and without a body.", .response
    ) { trial in
        let site = try trial.serve { _ in .status(200, headers: ["Content-Length": "1000"]) }
        let response = try await site.send("HEAD")
        trial.expect(response, text: "")
        trial.expect("Content-Length", response.http.value(forHTTPHeaderField: "Content-Length"), is: "1000")
    }

    /// A 204 has no body, whatever its length says (RFC 9112 §6.3).
    public static let noContentLength = ClientLaw(
        "noContentLength", "A 204 with a length has no body.", .response
    ) { trial in
        let site = try trial.serve { _ in .status(204, headers: ["Content-Length": "1000"]) }
        trial.expect(try await site.send(), status: 204, text: "")
    }

    /// A 304 has the length of the body that it stands for, and no body (RFC 9110 §15.4.5).
    public static let notModifiedLength = ClientLaw(
        "notModifiedLength", "A 304 with a length has no body.", .response
    ) { trial in
        let site = try trial.serve { _ in .status(304, headers: ["Content-Length": "1000"]) }
        trial.expect(try await site.send(), status: 304, text: "")
    }

    /// Interim responses are skipped, and their headers are not part of the final response (RFC 9110 §15.2).
    public static let interimResponse = ClientLaw(
        "interimResponse", "Interim responses are skipped.", .response, needs: [.sockets]
    ) { trial in
        let interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\n"
        let site = try trial.serve { _ in .bytes(interim + "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody") }
        let response = try await site.send()
        trial.expect(response, text: "body")
        trial.expect("X-Early", response.http.value(forHTTPHeaderField: "X-Early"), is: nil)
    }

    /// Trailers are part of neither the body (RFC 9112 §7.1.2) nor the header fields (RFC 9110 §6.5.1). A client that
    /// does not report them has none.
    public static let trailersAreAccepted = ClientLaw(
        "trailersAreAccepted", "A response with trailers arrives with its body, and without them in its head.",
        .response, needs: [.sockets]
    ) { trial in
        let site = try trial.serve { _ in
            .bytes(
                "HTTP/1.1 200 OK\r\nTrailer: X-Sum\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\nX-Sum: 1\r\n\r\n"
            )
        }
        let response = try await site.send()
        trial.expect(response, text: "body")
        trial.expect("X-Sum", response.http.value(forHTTPHeaderField: "X-Sum"), is: nil)
        if !response.trailers.isEmpty { trial.expect("Trailers", response.trailers, is: ["X-Sum": "1"]) }
    }

    /// The response has the absolute requested URL.
    public static let finalURL = ClientLaw(
        "finalURL", "A response has the absolute requested URL.", .response
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        let url = try await site.send("GET", "/a%2Fb?c=1").http.url?.absoluteString
        trial.expect("URL", url, is: site.loopback.url.absoluteString + site.target("/a%2Fb?c=1"))
    }
}

extension ClientLaw {
    /// A client keeps no copy of a response, even if the server would allow it (RFC 9111 §4).
    public static let noCache = ClientLaw(
        "noCache", "Every call reaches the server: nothing is cached.", .response
    ) { trial in
        let count = Locked(0)
        let site = try trial.serve { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return .response(
                LoopbackResponse(headers: ["Cache-Control": "max-age=3600"], body: Data("answer \(number)".utf8)))
        }
        for number in 1...3 { trial.expect(try await site.send(), text: "answer \(number)") }
    }
}

extension LoopbackReply {
    /// Exactly these bytes on a connection that stays open.
    static func bytes(_ text: String) -> LoopbackReply {
        .raw(Data(text.utf8), close: false)
    }
}
