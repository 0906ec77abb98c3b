extension HostileReply {
    /// Replies whose first line is wrong (RFC 9112 §4).
    static let statusLines: [HostileReply] = [
        HostileReply("text that is not HTTP", "I am a teapot, short and stout.\r\n", gives: .error(.badServerResponse)),
        HostileReply("one byte and no more", "H", gives: .error(.networkConnectionLost)),
        HostileReply("a record of TLS", .bytes(Data([0x15, 3, 1, 0, 2, 2, 70])), gives: .error(.badServerResponse)),
        HostileReply(
            "a settings frame of HTTP/2", .bytes(Data([0, 0, 0, 4, 0, 0, 0, 0, 0])), gives: .error(.badServerResponse)),
        HostileReply(
            "an empty line before the status line", "\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi",
            gives: .error(.badServerResponse)),
        HostileReply(
            "a byte order mark before the status line", "\u{feff}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi",
            gives: .error(.badServerResponse)),
        HostileReply(
            "a header field before the status line", "Content-Length: 2\r\nHTTP/1.1 200 OK\r\n\r\nhi",
            gives: .error(.badServerResponse)),
        HostileReply("no status", "HTTP/1.1\r\nContent-Length: 2\r\n\r\nhi", gives: .error(.badServerResponse)),
        HostileReply(
            "letters for the status", "HTTP/1.1 2OO OK\r\nContent-Length: 2\r\n\r\nhi", gives: .error(.badServerResponse)),
        HostileReply(
            "a status of two digits", "HTTP/1.1 20 OK\r\nContent-Length: 2\r\n\r\nhi", gives: .error(.badServerResponse)),
        HostileReply(
            "a status of four digits", "HTTP/1.1 2000 OK\r\nContent-Length: 2\r\n\r\nhi", gives: .error(.badServerResponse)),
        HostileReply(
            "a status below 100", "HTTP/1.1 099 OK\r\nContent-Length: 2\r\n\r\nhi", gives: .error(.badServerResponse)),
        HostileReply(
            "a negative status", "HTTP/1.1 -200 OK\r\nContent-Length: 2\r\n\r\nhi", gives: .error(.badServerResponse)),
        HostileReply(
            "a status beyond 599", "HTTP/1.1 999 Whatever\r\nContent-Length: 2\r\n\r\nhi", gives: .response(999, "hi")),
        HostileReply(
            "no reason phrase and no blank before it", "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nhi",
            gives: .response(200, "hi")),
        HostileReply(
            "a lower-case name of the protocol", "http/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi",
            gives: .error(.badServerResponse)),
        HostileReply(
            "the name of another protocol", "RTSP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nhi",
            gives: .error(.badServerResponse)),
        HostileReply("HTTP/9.9", "HTTP/9.9 200 OK\r\nContent-Length: 2\r\n\r\nhi", gives: .error(.badServerResponse)),
        HostileReply(
            "HTTP/2 in the words of HTTP/1", "HTTP/2 200 OK\r\nContent-Length: 2\r\n\r\nhi",
            gives: .error(.badServerResponse)),
        HostileReply(
            "a version without a minor digit", "HTTP/1 200 OK\r\nContent-Length: 2\r\n\r\nhi",
            gives: .error(.badServerResponse)),
        HostileReply(
            "two blanks before the status", "HTTP/1.1  200 OK\r\nContent-Length: 2\r\n\r\nhi",
            gives: .error(.badServerResponse)),
        HostileReply(
            "tabs instead of blanks", "HTTP/1.1\t200\tOK\r\nContent-Length: 2\r\n\r\nhi", gives: .error(.badServerResponse)),
        HostileReply(
            "control characters in the reason", "HTTP/1.1 200 \u{1}\u{7}\u{1b}[2J\r\nContent-Length: 2\r\n\r\nhi",
            gives: .response(200, "hi")),
        HostileReply(
            "a NUL in the status line", "HTTP/1.1 200 O\u{0}K\r\nContent-Length: 2\r\n\r\nhi",
            gives: .error(.badServerResponse)),
        HostileReply(
            "a reason of 50 kB", "HTTP/1.1 200 ", .times(50_000, "x"), "\r\nContent-Length: 2\r\n\r\nhi",
            gives: .response(200, "hi")),
        HostileReply(
            "lines that end with a line feed alone", "HTTP/1.1 200 OK\nContent-Length: 2\n\nhi",
            gives: .response(200, "hi")),
        HostileReply(
            "lines that end with a carriage return alone", "HTTP/1.1 200 OK\rContent-Length: 2\r\rhi",
            gives: .error(.networkConnectionLost)),
        HostileReply(
            "two status lines", "HTTP/1.1 200 OK\r\nHTTP/1.1 500 No\r\nContent-Length: 2\r\n\r\nhi",
            gives: .error(.badServerResponse)),
        HostileReply(
            "a status line that follows a header field",
            "HTTP/1.1 200 OK\r\nX-A: 1\r\nHTTP/1.1 500 No\r\nContent-Length: 2\r\n\r\nhi",
            gives: .error(.badServerResponse)),
        HostileReply("HTTP/1.0 without a length", "HTTP/1.0 200 OK\r\n\r\nhi", gives: .response(200, "hi")),
        HostileReply(
            "HTTP/1.0 that keeps the connection without saying so", "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nhi",
            then: .silence, gives: .response(200, "hi")),
    ]
}
