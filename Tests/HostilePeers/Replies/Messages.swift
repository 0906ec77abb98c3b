extension HostileReply {
    /// Interim responses (1xx, RFC 9110 §15.2), wanted and unwanted.
    static let interimResponses: [HostileReply] = [
        HostileReply(
            "a 100 that was not asked for",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi",
            then: .keep, gives: .response(200, "hi")),
        HostileReply(
            "early hints with header fields",
            "HTTP/1.1 103 Early Hints\r\nX-A: 1\r\n\r\nHTTP/1.1 200 OK\r\nX-A: 2\r\nContent-Length: 2\r\n\r\nhi",
            then: .keep,
            gives: .response(200, "hi", ["X-A": "2"])),
        HostileReply(
            "an interim status that nobody knows",
            "HTTP/1.1 199 Hm\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi",
            then: .keep, gives: .response(200, "hi")),
        HostileReply(
            "a hundred interim responses", .times(100, "HTTP/1.1 102 Processing\r\n\r\n"),
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", then: .keep, gives: .response(200, "hi")),
        HostileReply(
            "an interim response with a length and a body",
            "HTTP/1.1 100 Continue\r\nContent-Length: 2\r\n\r\nhiHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi",
            gives: .error(.badServerResponse)),
        HostileReply(
            "an interim response with a length and no body",
            "HTTP/1.1 100 Continue\r\nContent-Length: 9\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi",
            then: .keep,
            gives: .response(200, "hi")),
        HostileReply(
            "an interim response with chunks",
            "HTTP/1.1 100 Continue\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi",
            gives: .error(.badServerResponse)),
        HostileReply(
            "an interim response with an encoding",
            "HTTP/1.1 103 Early Hints\r\nContent-Encoding: gzip\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi",
            then: .keep, gives: .response(200, "hi")),
        HostileReply(
            "an interim response that closes the connection",
            "HTTP/1.1 100 Continue\r\nConnection: close\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi",
            then: .keep,
            gives: .response(200, "hi")),
        HostileReply(
            "an interim response with a location",
            "HTTP/1.1 103 Early Hints\r\nLocation: /seen\r\n\r\nHTTP/1.1 302 Found\r\nContent-Length: 2\r\n\r\nhi",
            then: .keep,
            gives: .response(302, "hi")),
        HostileReply(
            "another protocol that was not asked for",
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n", then: .silence,
            gives: .error(.badServerResponse)),
        HostileReply(
            "HTTP/2 that was not asked for",
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
            .bytes(Data([0, 0, 0, 4, 0, 0, 0, 0, 0])), gives: .error(.badServerResponse)),
        HostileReply(
            "a 100 before the answer to a POST", to: .post,
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nhi", then: .keep,
            gives: .response(201, "hi")),
    ]

    /// Replies with trailers (RFC 9112 §7.1.2), which do not become header fields.
    static let trailers: [HostileReply] = [
        trailer("a trailer", "X-A: 1\r\n\r\n", then: .keep, gives: .response(200, "hi", ["X-A": "0"])),
        trailer("a trailer with a length", "Content-Length: 9\r\n\r\n", then: .keep, gives: .response(200, "hi")),
        trailer(
            "a trailer with chunks", "Transfer-Encoding: chunked\r\n\r\n", then: .keep, gives: .response(200, "hi")),
        trailer(
            "a trailer with an encoding", "Content-Encoding: gzip\r\n\r\n", then: .keep, gives: .response(200, "hi")),
        trailer("a trailer with a cookie", "Set-Cookie: a=b\r\n\r\n", then: .keep, gives: .response(200, "hi")),
        trailer("a trailer with a location", "Location: /seen\r\n\r\n", then: .keep, gives: .response(200, "hi")),
        trailer("a trailer without a colon", "nonsense\r\n\r\n", gives: .error(.badServerResponse)),
        trailer("a status line for a trailer", "HTTP/1.1 500 No\r\n\r\n", gives: .error(.badServerResponse)),
        trailer(
            "a trailer of 50 kB", "X-A: " + String(repeating: "a", count: 50_000) + "\r\n\r\n",
            gives: .error(.badServerResponse)),
        trailer("trailers whose lines end with a line feed", "X-A: 1\n\n", gives: .response(200, "hi", ["X-A": "0"])),
        trailer("a NUL in a trailer", "X-A: \u{0}\r\n\r\n", gives: .error(.badServerResponse)),
        trailer("a trailer without its empty line", "X-A: 1\r\n", gives: .error(.networkConnectionLost)),
    ]

    private static func trailer(
        _ name: String, _ trailer: String, then ending: HostileEnding = .close, gives outcome: HostileOutcome
    ) -> HostileReply {
        let head = "HTTP/1.1 200 OK\r\nX-A: 0\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n"
        return HostileReply(name, pieces: [.text(head + trailer)], then: ending, gives: outcome)
    }

    /// Replies that have no body by their request or status (RFC 9110 §6.4.1), and bodies that are sent anyway.
    static let withoutBody: [HostileReply] = [
        HostileReply(
            "HEAD with a length", to: .head, "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n", then: .keep,
            gives: .response(200, "", ["Content-Length": "900"])),
        HostileReply(
            "HEAD with a body", to: .head, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", then: .keep,
            gives: .response(200, "")),
        HostileReply(
            "HEAD with a body that looks like a response", to: .head, "HTTP/1.1 200 OK\r\nContent-Length: 41\r\n\r\n",
            .pause, "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nlie", then: .silence, gives: .response(200, "")),
        HostileReply(
            "HEAD with chunks", to: .head, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
            then: .keep,
            gives: .response(200, "")),
        HostileReply(
            "HEAD without a length", to: .head, "HTTP/1.1 200 OK\r\n\r\n", then: .keep, gives: .response(200, "")),
        HostileReply(
            "HEAD with an encoding", to: .head,
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 30\r\n\r\n",
            then: .keep, gives: .response(200, "")),
        HostileReply(
            "HEAD with a length beyond the limit", to: .head, "HTTP/1.1 200 OK\r\nContent-Length: 900000000000\r\n\r\n",
            then: .keep,
            gives: .response(200, "")),
        HostileReply(
            "HEAD with an endless body", to: .head, "HTTP/1.1 200 OK\r\n\r\n", .endless(Data(count: 16_384)),
            gives: .response(200, "")),
        HostileReply(
            "204 with a body", "HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nhi", then: .keep,
            gives: .response(204, "")),
        HostileReply(
            "204 with a late body", "HTTP/1.1 204 No Content\r\n\r\n", .pause,
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nlie", then: .silence, gives: .response(204, "")),
        HostileReply(
            "204 with chunks", "HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
            then: .keep, gives: .response(204, "")),
        HostileReply(
            "204 with a length and no body", "HTTP/1.1 204 No Content\r\nContent-Length: 9\r\n\r\n", then: .keep,
            gives: .response(204, "")),
        HostileReply(
            "304 with a body", "HTTP/1.1 304 Not Modified\r\nContent-Length: 2\r\n\r\nhi", then: .keep,
            gives: .response(304, "")),
        HostileReply(
            "304 with a late body", "HTTP/1.1 304 Not Modified\r\n\r\n", .pause,
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nlie", then: .silence, gives: .response(304, "")),
        HostileReply(
            "304 with a length and no body", "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", then: .keep,
            gives: .response(304, "")),
        HostileReply(
            "205 with a body", "HTTP/1.1 205 Reset Content\r\nContent-Length: 2\r\n\r\nhi", then: .keep,
            gives: .response(205, "hi")),
        HostileReply(
            "an error without a body", to: .delete, "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n", then: .keep,
            gives: .response(500, "")),
    ]

    /// Unsolicited bytes after a response: they must not become the next response.
    static let leftovers: [HostileReply] = [
        HostileReply(
            "a second response in the same packet",
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhiHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nlie",
            then: .keep,
            gives: .response(200, "hi")),
        HostileReply(
            "a second response behind the chunks of the first",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nlie",
            then: .keep, gives: .response(200, "hi")),
        HostileReply(
            "half a response behind the chunks of the first, and later the rest",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n", .pause,
            "Content-Length: 3\r\n\r\nlie", then: .silence, gives: .response(200, "hi")),
        HostileReply(
            "a second response behind an empty body",
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nlie", then: .keep,
            gives: .response(200, "")),
        HostileReply(
            "100 kB behind the body", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhia", .times(99_999, "a"),
            then: .keep,
            gives: .response(200, "hi")),
        HostileReply(
            "a late second response", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", .pause,
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nlie", then: .silence, gives: .response(200, "hi")),
        HostileReply(
            "a late interim response", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", .pause,
            "HTTP/1.1 103 Early Hints\r\n\r\n", then: .silence, gives: .response(200, "hi")),
        HostileReply(
            "a late 408 and an end", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", .pause,
            "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
            gives: .response(200, "hi")),
        HostileReply(
            "a late line end", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", .pause, "\r\n", then: .silence,
            gives: .response(200, "hi")),
        HostileReply(
            "late text that is not HTTP", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", .pause, "and more",
            then: .silence, gives: .response(200, "hi")),
        HostileReply(
            "a late end", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", .pause, gives: .response(200, "hi")),
        HostileReply(
            "a late second response to a POST", to: .post, "HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nhi",
            .pause,
            "HTTP/1.1 201 Created\r\nContent-Length: 3\r\n\r\nlie", then: .silence, gives: .response(201, "hi")),
        HostileReply(
            "a late second response on a kept connection", to: .get.onKeptConnection,
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", .pause, "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nlie",
            then: .silence, gives: .response(200, "hi")),
    ]
}
