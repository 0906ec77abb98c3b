#if os(Linux)
    import Testing

    @testable import EndpointClient

    @Suite struct CURLHandleTests {
        /// Prepares a handle for a URL whose origin was read as that of another URL.
        private func prepare(_ url: String, as other: String) throws {
            let handle = try CURLHandle(CURLSettings(.init(), unixSocket: nil), try CURLLibrary.shared.get())
            let request = ResolvedRequest(
                url: try #require(URL(string: url)), origin: try #require(URL(string: other).flatMap { Origin($0) }),
                method: "GET", headers: [:], wantsStream: false, body: nil, progress: nil)
            try handle.prepare(request, usesProxies: false)
        }

        @Test(arguments: [
            ("http://a.example/x", "http://a.example"), ("https://a.example:443/x?y=http://b", "https://A.Example"),
            ("http://a.example:80", "http://a.example"), ("HTTP://a.example:8080/", "http://a.example:8080"),
            ("http://[::1]:8080/", "http://[0:0:0:0:0:0:0:1]:8080"),
            ("https://[2001:DB8::1]/", "https://[2001:db8::1]"),
            ("http://a.example/x@b.example", "http://a.example"), ("http://a.example?x@b.example", "http://a.example"),
        ])
        func `a URL that libcurl reads in the same way is used`(url: String, origin: String) {
            #expect(throws: Never.self) { try prepare(url, as: origin) }
        }

        @Test(arguments: [
            ("http://b.example/", "http://a.example"), ("https://a.example/", "http://a.example:443"),
            ("http://a.example:81/", "http://a.example"), ("http://[::2]/", "http://[::1]"),
            ("http://a.example@b.example/", "http://a.example"), ("http://user@a.example/", "http://a.example"),
            ("http://127.1/", "http://127.0.0.2"), ("http://a.example./", "http://a.example"),
        ])
        func `a URL that libcurl reads in another way is refused`(url: String, origin: String) throws {
            let host = try #require(URL(string: origin).flatMap { Origin($0) }).host
            #expect(throws: RequestError(.host(host))) { try prepare(url, as: origin) }
        }
    }
#endif
