extension HostileReply {
    /// Redirects by their status, method and number (RFC 9110 §15.4). Each request has a credential.
    static let redirects: [HostileReply] = [
        redirect(
            "a 301 after a POST", to: .post, 301, "/seen", gives: .response(200, "GET, 0 bytes, with its credential")),
        redirect(
            "a 302 after a POST", to: .post, 302, "/seen", gives: .response(200, "GET, 0 bytes, with its credential")),
        redirect(
            "a 303 after a PUT", to: .put, 303, "/seen", gives: .response(200, "GET, 0 bytes, with its credential")),
        redirect(
            "a 301 after a DELETE", to: .delete, 301, "/seen",
            gives: .response(200, "DELETE, 0 bytes, with its credential")),
        redirect(
            "a 307 after a POST", to: .post, 307, "/seen", gives: .response(200, "POST, 6 bytes, with its credential")),
        redirect(
            "a 308 after a PUT", to: .put, 308, "/seen", gives: .response(200, "PUT, 6 bytes, with its credential")),
        redirect("a redirect after a HEAD", to: .head, 302, "/seen", gives: .response(200, "")),
        redirect("a 303 after a HEAD", to: .head, 303, "/seen", gives: .response(200, "")),
        redirect("a 300 with a location", 300, "/seen", gives: .response(300, "")),
        redirect("a 304 with a location", 304, "/seen", gives: .response(304, "")),
        redirect("a 305 with a proxy", 305, "http://{other}/seen", gives: .response(305, "")),
        redirect("a 399 with a location", 399, "/seen", gives: .response(399, "")),
        redirect("a 201 with a location", to: .post, 201, "/seen", gives: .response(201, "")),
        redirect(
            "a redirect to another origin", 302, "http://{other}/seen",
            gives: .response(200, "GET, 0 bytes, with no credential")),
        redirect(
            "a 307 after a POST to another origin", to: .post, 307, "http://{other}/seen",
            gives: .response(200, "POST, 6 bytes, with no credential")),
        redirect("a redirect to itself", 302, "{path}", gives: .error(.httpTooManyRedirects)),
        redirect("a 307 to itself after a POST", to: .post, 307, "{path}", gives: .error(.httpTooManyRedirects)),
        redirect(
            "a redirect between two origins that goes round", 302, "http://{other}{path}",
            gives: .error(.httpTooManyRedirects)),
        redirect(
            "a redirect that has a longer path each time", 302, "{path}/again", gives: .error(.httpTooManyRedirects)),
        HostileReply(
            "a redirect without a location", "HTTP/1.1 302 Found\r\nContent-Length: 2\r\n\r\nhi", then: .keep,
            gives: .response(302, "hi")),
        redirect("a redirect with an empty location", 302, "", gives: .response(302, "")),
        HostileReply(
            "a redirect with two locations",
            "HTTP/1.1 302 Found\r\nLocation: /seen\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n",
            then: .keep, gives: .error(.badServerResponse)),
        HostileReply(
            "a redirect whose body is too long", "HTTP/1.1 302 Found\r\nLocation: /seen\r\n\r\n",
            .endless(Data(count: 16_384)),
            gives: .error(.dataLengthExceedsMaximum)),
        HostileReply(
            "a redirect and a second response in one packet",
            "HTTP/1.1 302 Found\r\nLocation: /seen\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nlie",
            then: .keep,
            gives: .response(200, "GET, 0 bytes, with its credential")),
        HostileReply(
            "a redirect whose connection breaks inside the body",
            "HTTP/1.1 302 Found\r\nLocation: /seen\r\nContent-Length: 9\r\n\r\n", gives: .error(.networkConnectionLost)),
    ]

    /// Redirects by their location.
    static let redirectTargets: [HostileReply] = [
        redirect(
            "a location that is a relative path", 302, "../seen",
            gives: .response(200, "GET, 0 bytes, with its credential")),
        redirect(
            "a location that climbs above the root", 302, "../../../../seen",
            gives: .response(200, "GET, 0 bytes, with its credential")),
        redirect("a location that is only a query", 302, "?again", gives: .error(.httpTooManyRedirects)),
        redirect(
            "a location without a scheme", 302, "//{other}/seen",
            gives: .response(200, "GET, 0 bytes, with no credential")),
        redirect(
            "a location with a fragment", 302, "/seen#part", gives: .response(200, "GET, 0 bytes, with its credential")),
        redirect(
            "a location with a user and a password", 302, "http://canary:secret@{other}/seen",
            gives: .response(200, "GET, 0 bytes, with no credential")),
        redirect(
            "a user name that looks like the server", 302, "http://{self}@{other}/seen",
            gives: .response(200, "GET, 0 bytes, with no credential")),
        redirect("a location with backslashes", 302, "http:\\\\{other}\\seen", gives: .refusal),
        redirect("a host that ends with a backslash", 302, "http://{other}\\@{self}/seen", gives: .refusal),
        redirect("a path that begins with a slash and a backslash", 302, "/\\{other}/seen", gives: .response(404, "")),
        redirect(
            "a location with a blank", 302, "/seen?a b", gives: .response(200, "GET, 0 bytes, with its credential")),
        redirect(
            "a location with a line end, encoded", 302, "/seen?%0d%0aX-A:%201",
            gives: .response(200, "GET, 0 bytes, with its credential")),
        redirect("a location with a tab in its scheme", 302, "ht\ttp://{other}/seen", gives: .refusal),
        redirect(
            "a location with letters of another script", 302, "/seen/ä",
            gives: .response(200, "GET, 0 bytes, with its credential")),
        redirect(
            "a location of 60 kB", 302, "/seen?" + String(repeating: "a", count: 60_000),
            gives: .response(200, "GET, 0 bytes, with its credential")),
        redirect("a location that is a file", 302, "file:///etc/passwd", gives: .refusal),
        redirect("a location with data", 302, "data:text/plain,hi", gives: .refusal),
        redirect("a location with a script", 302, "javascript:alert(1)", gives: .refusal),
        redirect("a location of another protocol", 302, "gopher://{self}/seen", gives: .refusal),
        redirect("a location without a host", 302, "http:///seen", gives: .refusal),
        redirect("a location with a scheme and a path", 302, "http:/seen", gives: .refusal),
        redirect("a location with IPv6 and no server there", 302, "//[::1]:1/", gives: .error(.networkConnectionLost)),
        redirect("a location with a broken IPv6 address", 302, "http://[::1/seen", gives: .refusal),
        redirect("a location with IPv6 and a zone", 302, "http://[fe80::1%25lo]/seen", gives: .refusal),
        redirect("a host that is an encoded slash", 302, "//%2F", gives: .refusal),
        redirect("a host with an encoded blank", 302, "//a%20b", gives: .refusal),
        redirect("a host with an encoded NUL", 302, "http://127.0.0.1%00.example/", gives: .refusal),
        redirect("a host in digits of another script", 302, "http://１２７.０.０.１/seen", gives: .refusal),
        redirect("a host that is one number", 302, "http://2130706433/seen", gives: .refusal),
        redirect("a host in octal", 302, "http://0177.0.0.1/seen", gives: .refusal),
        redirect("a port of 0", 302, "http://127.0.0.1:0/", gives: .refusal),
        redirect("a port beyond 65535", 302, "http://127.0.0.1:65536/", gives: .refusal),
        redirect("a port that is not a number", 302, "http://127.0.0.1:http/", gives: .refusal),
        redirect("cleartext to another machine", 302, "http://192.0.2.1/seen", gives: .refusal),
        redirect(
            "a location where no server listens", 302, "http://127.0.0.1:1/", gives: .error(.networkConnectionLost)),
        redirect("TLS where there is none", 302, "https://{self}/seen", gives: .error(.secureConnectionFailed)),
    ]

    private static func redirect(
        _ name: String, to request: HostileRequest = .get, _ status: Int, _ location: String,
        gives outcome: HostileOutcome
    ) -> HostileReply {
        let head = "HTTP/1.1 \(status) See\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
        return HostileReply(name, to: request, pieces: [.text(head)], then: .keep, gives: outcome)
    }
}
