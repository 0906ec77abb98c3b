import EndpointCore
import Testing

@Suite struct RedirectPolicyFuzzTests {
    private let headers = [
        "Authorization": "a", "cookie": "b", "X-Anything": "c", "Accept": "d", "Content-Type": "e", "User-Agent": "f",
        "traceparent": "g",
    ]

    @Test func `no credential leaves its origin and no https becomes http, for 50 000 locations`() throws {
        let policy = RedirectPolicy(allowsInsecureConnections: true)
        var random = SplitMix64(seed: 5)
        var (followed, crossed) = (0, 0)
        for _ in 0..<50_000 {
            let source = try #require(
                URL(string: Bool.random(using: &random) ? "https://api.example.com/v1/a" : "http://localhost/a/"))
            let location = random.reference()
            let status = [301, 302, 303, 307, 308].randomElement(using: &random) ?? 301
            guard
                let redirect = try? policy.next(
                    status: status, location: location, method: "POST", url: source, headers: headers, hasBody: true,
                    hop: 0)
            else { continue }
            followed += 1
            check(redirect, from: source, location)
            if redirect.origin != Origin(source) { crossed += 1 }
        }
        #expect(followed > 10_000 && crossed > 100)
    }

    private func check(_ redirect: Redirect, from source: URL, _ location: String) {
        let text = redirect.url.absoluteString
        #expect(Origin(redirect.url) == redirect.origin && text.hasPrefix(redirect.origin.description), "\(location)")
        #expect(!text.contains("#") && redirect.url.user == nil && redirect.url.host != nil, "\(location)")
        #expect(!text.utf8.contains { $0 <= 0x20 || $0 >= 0x7F || $0 == UInt8(ascii: "\\") }, "\(location)")
        #expect(redirect.origin.isSecure || source.scheme == "http", "\(location)")
        #expect(redirect.keepsBody == (redirect.headers["Content-Type"] != nil))
        if redirect.origin == Origin(source) { return }
        #expect(Set(redirect.headers.keys).isSubset(of: ["Accept", "Content-Type", "User-Agent"]), "\(location)")
    }
}
