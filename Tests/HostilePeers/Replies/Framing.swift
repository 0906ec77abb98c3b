extension HostileReply {
    /// Replies whose length is wrong or unclear (RFC 9112 §6.3).
    static let lengths: [HostileReply] = [
        HostileReply(
            "a negative length", "HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\nhi", gives: .error(.badServerResponse)),
        HostileReply(
            "letters for the length", "HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\nhi",
            gives: .error(.badServerResponse)),
        HostileReply(
            "letters behind the length", "HTTP/1.1 200 OK\r\nContent-Length: 2x\r\n\r\nhi",
            gives: .error(.badServerResponse)),
        HostileReply(
            "a sign before the length", "HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\nhi",
            gives: .error(.badServerResponse)),
        HostileReply(
            "a hexadecimal length", "HTTP/1.1 200 OK\r\nContent-Length: 0x2\r\n\r\nhi",
            gives: .error(.badServerResponse)),
        HostileReply(
            "a length with a fraction", "HTTP/1.1 200 OK\r\nContent-Length: 2.0\r\n\r\nhi",
            gives: .error(.badServerResponse)),
        HostileReply(
            "a blank inside the length", "HTTP/1.1 200 OK\r\nContent-Length: 2 2\r\n\r\nhi",
            gives: .error(.badServerResponse)),
        HostileReply(
            "an empty length", "HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\nhi", gives: .error(.badServerResponse)),
        HostileReply(
            "a length in digits of another script", "HTTP/1.1 200 OK\r\nContent-Length: ２\r\n\r\nhi",
            gives: .error(.badServerResponse)),
        HostileReply(
            "a length beyond the limit", "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\nhi",
            then: .silence,
            gives: .error(.dataLengthExceedsMaximum)),
        HostileReply(
            "a length beyond 64 bits", "HTTP/1.1 200 OK\r\nContent-Length: 18446744073709551618\r\n\r\nhi",
            gives: .error(.dataLengthExceedsMaximum)),
        HostileReply(
            "two lengths that differ", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nhi!",
            gives: .error(.badServerResponse)),
        HostileReply(
            "two lengths in one field that differ", "HTTP/1.1 200 OK\r\nContent-Length: 2, 3\r\n\r\nhi!",
            gives: .error(.badServerResponse)),
        HostileReply(
            "two equal lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nhi",
            gives: .response(200, "hi")),
        HostileReply(
            "two equal lengths in one field", "HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\nhi",
            gives: .response(200, "hi")),
        HostileReply(
            "one length written in two ways", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 02\r\n\r\nhi",
            gives: .error(.badServerResponse)),
        HostileReply(
            "a body longer than its length", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi, and more", then: .keep,
            gives: .response(200, "hi")),
        HostileReply(
            "a body although the length is 0", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nhi", then: .keep,
            gives: .response(200, "")),
        HostileReply(
            "a length and chunks",
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
            then: .keep, gives: .response(200, "hi")),
        HostileReply("no length at all", "HTTP/1.1 200 OK\r\n\r\nhi", gives: .response(200, "hi")),
        HostileReply("no length and no end", "HTTP/1.1 200 OK\r\n\r\nhi", then: .silence, gives: .error(.timedOut)),
    ]

    /// Replies whose chunks are wrong or unusual (RFC 9112 §7.1).
    static let chunks: [HostileReply] = [
        chunked("a chunk size that is not a number", "zz\r\nhi\r\n0\r\n\r\n", gives: .error(.badServerResponse)),
        chunked("a negative chunk size", "-2\r\nhi\r\n0\r\n\r\n", gives: .error(.badServerResponse)),
        chunked("a sign before a chunk size", "+2\r\nhi\r\n0\r\n\r\n", gives: .error(.badServerResponse)),
        chunked("a chunk size with 0x before it", "0x2\r\nhi\r\n0\r\n\r\n", gives: .error(.badServerResponse)),
        chunked("a chunk size of 2⁶³", "8000000000000000\r\nhi\r\n0\r\n\r\n", gives: .error(.badServerResponse)),
        chunked(
            "a chunk size beyond 64 bits", "10000000000000002\r\nhi\r\n0\r\n\r\n", gives: .error(.badServerResponse)),
        chunked("an underscore in a chunk size", "0_2\r\nhi\r\n0\r\n\r\n", gives: .error(.badServerResponse)),
        chunked("an empty chunk size", "\r\nhi\r\n0\r\n\r\n", gives: .error(.badServerResponse)),
        chunked("a blank before a chunk size", " 2\r\nhi\r\n0\r\n\r\n", gives: .error(.badServerResponse)),
        chunked("a blank behind a chunk size", "2 \r\nhi\r\n0\r\n\r\n", gives: .response(200, "hi")),
        chunked("leading zeros in a chunk size", "00000002\r\nhi\r\n0\r\n\r\n", gives: .response(200, "hi")),
        chunked("a chunk longer than its size", "2\r\nhi!\r\n0\r\n\r\n", gives: .error(.badServerResponse)),
        chunked("a chunk without a line end behind it", "2\r\nhi0\r\n\r\n", gives: .error(.badServerResponse)),
        chunked("a chunk shorter than its size", "9\r\nhi\r\n0\r\n\r\n", gives: .error(.networkConnectionLost)),
        chunked("no last chunk", "2\r\nhi\r\n", gives: .error(.networkConnectionLost)),
        chunked("no line end behind the last chunk", "2\r\nhi\r\n0\r\n", gives: .error(.networkConnectionLost)),
        chunked("chunks whose lines end with a line feed", "2\nhi\n0\n\n", gives: .response(200, "hi")),
        chunked("a chunk with an extension", "2;a=1;b=\"2\"\r\nhi\r\n0\r\n\r\n", gives: .response(200, "hi")),
        chunked(
            "a chunk extension of 30 kB", "2;", .times(30_000, "a"), "\r\nhi\r\n0\r\n\r\n", gives: .response(200, "hi")),
        chunked(
            "a line end in a quoted chunk extension", "2;a=\"\r\n1\"\r\nhi\r\n0\r\n\r\n",
            gives: .error(.badServerResponse)),
        chunked(
            "20,000 chunks of one byte", .times(20_000, "1\r\na\r\n"), "0\r\n\r\n",
            gives: .response(200, String(repeating: "a", count: 20_000))),
        chunked("only the last chunk", "0\r\n\r\n", gives: .response(200, "")),
        chunked("several zeros for the last chunk", "2\r\nhi\r\n000\r\n\r\n", gives: .response(200, "hi")),
        HostileReply(
            "chunks inside chunks",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, chunked\r\n\r\nc\r\n2\r\nhi\r\n0\r\n\r\n\r\n0\r\n\r\n",
            gives: .error(.badServerResponse)),
        HostileReply(
            "Transfer-Encoding twice",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
            gives: .error(.badServerResponse)),
        HostileReply(
            "an unknown Transfer-Encoding", "HTTP/1.1 200 OK\r\nTransfer-Encoding: rot13\r\n\r\nuv",
            gives: .error(.badServerResponse)),
        HostileReply(
            "a Transfer-Encoding that resembles chunked",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: xchunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
            gives: .error(.badServerResponse)),
        HostileReply(
            "chunked that is not the last encoding",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, identity\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
            gives: .error(.badServerResponse)),
        HostileReply(
            "an empty Transfer-Encoding", "HTTP/1.1 200 OK\r\nTransfer-Encoding:\r\nContent-Length: 2\r\n\r\nhi",
            gives: .error(.badServerResponse)),
        HostileReply(
            "chunks in HTTP/1.0", "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
            gives: .response(200, "hi")),
    ]

    private static func chunked(_ name: String, _ pieces: HostilePiece..., gives outcome: HostileOutcome)
        -> HostileReply
    {
        HostileReply(name, pieces: ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"] + pieces, gives: outcome)
    }
}
