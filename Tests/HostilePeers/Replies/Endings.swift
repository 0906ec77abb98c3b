extension HostileReply {
    /// Replies with an endless part. The client stops reading, because it counts the bytes.
    static let endless: [HostileReply] = [
        HostileReply(
            "an endless status line", "HTTP/1.1 200 ", .endless("OK "), gives: .error(.dataLengthExceedsMaximum)),
        HostileReply(
            "an endless header line", "HTTP/1.1 200 OK\r\nX-A: ", .endless("aaaaaaaaaaaaaaaa"),
            gives: .error(.dataLengthExceedsMaximum)),
        HostileReply(
            "endless header lines", "HTTP/1.1 200 OK\r\n", .endless("X-A: 0123456789abcdef\r\n"),
            gives: .error(.dataLengthExceedsMaximum)),
        HostileReply(
            "an endless continuation of a header line", "HTTP/1.1 200 OK\r\nX-A: 1\r\n",
            .endless(" 0123456789abcdef\r\n"),
            gives: .error(.dataLengthExceedsMaximum)),
        HostileReply(
            "endless interim responses", .endless("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"),
            gives: .error(.dataLengthExceedsMaximum)),
        HostileReply(
            "an endless body without a length", "HTTP/1.1 200 OK\r\n\r\n", .endless(Data(count: 16_384)),
            gives: .error(.dataLengthExceedsMaximum)),
        HostileReply(
            "an endless body in chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
            .endless("10\r\n0123456789abcdef\r\n10\r\n0123456789abcdef\r\n"), gives: .error(.dataLengthExceedsMaximum)),
        HostileReply(
            "an endless chunk size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
            .endless("0000000000000000"),
            gives: .error(.badServerResponse)),
        HostileReply(
            "endless header lines after an interim response", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n",
            .endless("X-A: 0123456789abcdef\r\n"), gives: .error(.dataLengthExceedsMaximum)),
        HostileReply(
            "endless trailers", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n",
            .endless("X-A: 0123456789abcdef\r\n"), gives: .error(.dataLengthExceedsMaximum)),
        HostileReply(
            "an endless trailer line", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nX-A: ",
            .endless("0123456789abcdef"), gives: .error(.badServerResponse)),
        // What is too much begins in the packet of the body: otherwise the next call can begin before it arrives.
        HostileReply(
            "an endless body behind the length", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi\0",
            .endless(Data(count: 16_384)),
            gives: .response(200, "hi")),
    ]

    /// Replies that stop, or continue too slowly: the call ends when its time is over.
    static let silences: [HostileReply] = [
        HostileReply("no answer", then: .silence, gives: .error(.timedOut)),
        HostileReply("silence inside the status line", "HTTP/1.1 20", then: .silence, gives: .error(.timedOut)),
        HostileReply("silence behind the status line", "HTTP/1.1 200 OK\r\n", then: .silence, gives: .error(.timedOut)),
        HostileReply(
            "silence before the empty line", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n", then: .silence,
            gives: .error(.timedOut)),
        HostileReply(
            "silence before the body", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", then: .silence,
            gives: .error(.timedOut)),
        HostileReply(
            "silence inside the body", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nh", then: .silence,
            gives: .error(.timedOut)),
        HostileReply(
            "silence inside a chunk size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1", then: .silence,
            gives: .error(.timedOut)),
        HostileReply(
            "silence inside a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nh", then: .silence,
            gives: .error(.timedOut)),
        HostileReply(
            "silence behind a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n",
            then: .silence,
            gives: .error(.timedOut)),
        HostileReply(
            "silence behind the last chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n",
            then: .silence, gives: .error(.timedOut)),
        HostileReply(
            "silence inside the trailers",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nX-A: 1\r\n",
            then: .silence, gives: .error(.timedOut)),
        HostileReply(
            "silence behind an interim response", "HTTP/1.1 100 Continue\r\n\r\n", then: .silence,
            gives: .error(.timedOut)),
        HostileReply(
            "silence in the body of a redirect", "HTTP/1.1 302 Found\r\nLocation: /seen\r\nContent-Length: 2\r\n\r\n",
            then: .silence, gives: .error(.timedOut)),
        HostileReply(
            "no answer on a kept connection", to: .get.onKeptConnection, then: .silence, gives: .error(.timedOut)),
        HostileReply(
            "a chunk extension that goes on and on", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;",
            .times(200_000, "a"), then: .silence, gives: .error(.timedOut)),
        HostileReply(
            "a response byte by byte",
            pieces: "HTTP/1.1 200 OK\r\nX-A: 1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n".utf8.map {
                .bytes(Data([$0]))
            }, gives: .response(200, "hi", ["X-A": "1"])),
        HostileReply(
            "a head byte by byte that never ends",
            pieces: "HTTP/1.1 200 OK\r\nX-A: 1\r\nX-B: 2".utf8.map { .bytes(Data([$0])) },
            then: .silence, gives: .error(.timedOut)),
        HostileReply(
            "a body byte by byte that never ends",
            pieces: ["HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n"] + (0..<100).map { _ in "a" }, then: .silence,
            gives: .error(.timedOut)),
    ]

    /// Replies that break off, by an end of the connection or by a reset of it.
    static let breaks: [HostileReply] = [
        HostileReply("an end before the first byte", gives: .error(.networkConnectionLost)),
        HostileReply("a reset before the first byte", then: .reset, gives: .error(.networkConnectionLost)),
        HostileReply("an end inside the status line", "HTTP/1.1 20", gives: .error(.networkConnectionLost)),
        HostileReply(
            "a reset inside the status line", "HTTP/1.1 20", then: .reset, gives: .error(.networkConnectionLost)),
        HostileReply("an end behind the status line", "HTTP/1.1 200 OK\r\n", gives: .error(.networkConnectionLost)),
        HostileReply(
            "a reset behind the status line", "HTTP/1.1 200 OK\r\n", then: .reset, gives: .error(.networkConnectionLost)
        ),
        HostileReply(
            "an end inside a header line", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-A",
            gives: .error(.networkConnectionLost)),
        HostileReply(
            "a reset inside a header line", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-A", then: .reset,
            gives: .error(.networkConnectionLost)),
        HostileReply(
            "an end before the empty line", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n",
            gives: .error(.networkConnectionLost)),
        HostileReply(
            "a reset before the empty line", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n", then: .reset,
            gives: .error(.networkConnectionLost)),
        HostileReply(
            "an end before the body", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n",
            gives: .error(.networkConnectionLost)),
        HostileReply(
            "a reset before the body", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", then: .reset,
            gives: .error(.networkConnectionLost)),
        HostileReply(
            "an end inside the body", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nh",
            gives: .error(.networkConnectionLost)
        ),
        HostileReply(
            "a reset inside the body", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nh", then: .reset,
            gives: .error(.networkConnectionLost)),
        HostileReply(
            "a reset behind the body", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", then: .reset,
            gives: .response(200, "hi")),
        HostileReply(
            "a reset instead of the end of a body without a length", "HTTP/1.1 200 OK\r\n\r\nhi", then: .reset,
            gives: .error(.networkConnectionLost)),
        HostileReply(
            "an end inside a chunk size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1",
            gives: .error(.networkConnectionLost)),
        HostileReply(
            "a reset inside a chunk size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1", then: .reset,
            gives: .error(.networkConnectionLost)),
        HostileReply(
            "an end inside a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nh",
            gives: .error(.networkConnectionLost)),
        HostileReply(
            "a reset inside a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nh", then: .reset,
            gives: .error(.networkConnectionLost)),
        HostileReply(
            "a reset behind a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n", then: .reset,
            gives: .error(.networkConnectionLost)),
        HostileReply(
            "an end inside a trailer", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nX-A",
            gives: .error(.networkConnectionLost)),
        HostileReply(
            "an end behind an interim response", "HTTP/1.1 100 Continue\r\n\r\n", gives: .error(.networkConnectionLost)),
        HostileReply(
            "a reset behind an interim response", "HTTP/1.1 100 Continue\r\n\r\n", then: .reset,
            gives: .error(.networkConnectionLost)),
        HostileReply(
            "an end before the answer to a POST", to: .post, gives: .error(.networkConnectionLost)),
        HostileReply(
            "a reset before the answer to a POST", to: .post, then: .reset, gives: .error(.networkConnectionLost)),
        HostileReply(
            "an end on a kept connection", to: .get.onKeptConnection, gives: .error(.networkConnectionLost)),
        HostileReply(
            "a reset on a kept connection", to: .get.onKeptConnection, then: .reset,
            gives: .error(.networkConnectionLost)),
        HostileReply(
            "an end on a kept connection that has carried a POST", to: .post.onKeptConnection,
            gives: .error(.networkConnectionLost)),
        HostileReply(
            "a reset on a kept connection that has carried a POST", to: .post.onKeptConnection, then: .reset,
            gives: .error(.networkConnectionLost)),
    ]
}
