extension HostileReply {
    /// Replies whose header fields are wrong, unusual, or ask for something that the client does not do (RFC 9112 §5).
    static let headerFields: [HostileReply] = [
        HostileReply(
            "a header line without a colon", "HTTP/1.1 200 OK\r\nnonsense\r\nContent-Length: 2\r\n\r\nhi",
            gives: .error(.badServerResponse)),
        HostileReply(
            "a header field without a name", "HTTP/1.1 200 OK\r\n: nothing\r\nContent-Length: 2\r\n\r\nhi",
            gives: .response(200, "hi")),
        HostileReply(
            "a blank before the colon", "HTTP/1.1 200 OK\r\nX-A : 1\r\nContent-Length: 2\r\n\r\nhi",
            gives: .response(200, "hi", ["X-A": "1"])),
        HostileReply(
            "a blank before the colon of the length", "HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\nhi, and more",
            gives: .error(.badServerResponse)),
        HostileReply(
            "a blank before the colon of Transfer-Encoding",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding : chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
            gives: .error(.badServerResponse)),
        HostileReply(
            "no blank behind the colon", "HTTP/1.1 200 OK\r\nX-A:1\r\nContent-Length:2\r\n\r\nhi",
            gives: .response(200, "hi", ["X-A": "1"])),
        HostileReply(
            "brackets in a name", "HTTP/1.1 200 OK\r\nX(A)[@]: 1\r\nContent-Length: 2\r\n\r\nhi",
            gives: .response(200, "hi", ["X(A)[@]": "1"])),
        HostileReply(
            "a value over three lines", "HTTP/1.1 200 OK\r\nX-A: one\r\n two\r\n\tthree\r\nContent-Length: 2\r\n\r\nhi",
            gives: .response(200, "hi", ["X-A": "one two three"])),
        HostileReply(
            "a first header line that continues the status line",
            "HTTP/1.1 200 OK\r\n Content-Length: 1\r\nContent-Length: 2\r\n\r\nhi", gives: .error(.badServerResponse)),
        // libcurl 7.83 to 8.1.0 writes to freed memory if the handle has been used before (curl #11101).
        HostileReply(
            "a first header line that continues that of the response before", to: .get.onKeptConnection,
            "HTTP/1.1 200 OK\r\n goes on\r\nContent-Length: 2\r\n\r\nhi", gives: .error(.badServerResponse)),
        HostileReply(
            "a length that goes on in the next line",
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n 2\r\n\r\nhi, you there!",
            gives: .error(.badServerResponse)),
        HostileReply(
            "a NUL in a value", "HTTP/1.1 200 OK\r\nX-A: 1\u{0}2\r\nContent-Length: 2\r\n\r\nhi",
            gives: .error(.badServerResponse)),
        HostileReply(
            "a carriage return in a value", "HTTP/1.1 200 OK\r\nX-A: 1\rSet-Cookie: a=b\r\nContent-Length: 2\r\n\r\nhi",
            gives: .response(200, "hi", ["X-A": "1 Set-Cookie: a=b"])),
        HostileReply(
            "control characters in a value", "HTTP/1.1 200 OK\r\nX-A: 1\u{7}\u{1b}[2J2\r\nContent-Length: 2\r\n\r\nhi",
            gives: .response(200, "hi", ["X-A": "1  [2J2"])),
        HostileReply(
            "a value that is not UTF-8", "HTTP/1.1 200 OK\r\nX-A: caf", .bytes(Data([0xe9])),
            "\r\nContent-Length: 2\r\n\r\nhi", gives: .response(200, "hi", ["X-A": "café"])),
        HostileReply(
            "a value in UTF-8", "HTTP/1.1 200 OK\r\nX-A: Nausicaä\r\nContent-Length: 2\r\n\r\nhi",
            gives: .response(200, "hi", ["X-A": "Nausicaä"])),
        HostileReply(
            "an empty value", "HTTP/1.1 200 OK\r\nX-A:\r\nContent-Length: 2\r\n\r\nhi",
            gives: .response(200, "hi", ["X-A": ""])),
        HostileReply(
            "one name in two spellings", "HTTP/1.1 200 OK\r\nX-A: 1\r\nx-a: 2\r\nContent-Length: 2\r\n\r\nhi",
            gives: .response(200, "hi", ["X-A": "1, 2"])),
        HostileReply(
            "3,000 header fields", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n",
            .text((0..<3000).map { "X-\($0): \($0)\r\n" }.joined()), "\r\nhi",
            gives: .response(200, "hi", ["X-2999": "2999"])),
        HostileReply(
            "one header field 20,000 times", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n", .times(20_000, "X-A: 1\r\n"),
            "\r\nhi", gives: .response(200, "hi")),
        HostileReply(
            "a header field of 80 kB", "HTTP/1.1 200 OK\r\nX-A: ", .times(80_000, "a"),
            "\r\nContent-Length: 2\r\n\r\nhi", gives: .response(200, "hi")),
        HostileReply(
            "a header field of 200 kB", "HTTP/1.1 200 OK\r\nX-A: ", .times(200_000, "a"),
            "\r\nContent-Length: 2\r\n\r\nhi", gives: .error(.dataLengthExceedsMaximum)),
        HostileReply(
            "400 kB of header fields", "HTTP/1.1 200 OK\r\n",
            .text((0..<20_000).map { "X-\($0): 0123456789\r\n" }.joined()),
            "\r\nhi", gives: .error(.dataLengthExceedsMaximum)),
        HostileReply(
            "no empty line after the header fields", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nhi",
            gives: .error(.networkConnectionLost)),
        HostileReply(
            "a cookie", "HTTP/1.1 200 OK\r\nSet-Cookie: session=1; Path=/\r\nContent-Length: 2\r\n\r\nhi", then: .keep,
            gives: .response(200, "hi")),
        HostileReply(
            "an alternative service on another host",
            "HTTP/1.1 200 OK\r\nAlt-Svc: h2=\"192.0.2.1:443\"; ma=86400\r\nContent-Length: 2\r\n\r\nhi", then: .keep,
            gives: .response(200, "hi")),
        HostileReply(
            "an order to use TLS from now on",
            "HTTP/1.1 200 OK\r\nStrict-Transport-Security: max-age=31536000\r\nContent-Length: 2\r\n\r\nhi",
            then: .keep,
            gives: .response(200, "hi")),
        HostileReply(
            "an offer to upgrade",
            "HTTP/1.1 200 OK\r\nUpgrade: h2c\r\nConnection: Upgrade\r\nContent-Length: 2\r\n\r\nhi",
            then: .keep, gives: .response(200, "hi")),
        HostileReply(
            "a closed connection that stays open",
            "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nhi",
            then: .silence, gives: .response(200, "hi")),
        HostileReply(
            "a challenge for a password",
            "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 2\r\n\r\nhi", then: .keep,
            gives: .response(401, "hi")),
        HostileReply(
            "a challenge that belongs to the connection",
            "HTTP/1.1 401 No\r\nWWW-Authenticate: NTLM\r\nWWW-Authenticate: Negotiate\r\nContent-Length: 2\r\n\r\nhi",
            then: .keep, gives: .response(401, "hi")),
        HostileReply(
            "a challenge of a proxy that is not there",
            "HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 2\r\n\r\nhi", then: .keep,
            gives: .response(407, "hi")),
    ]
}
