import EndpointCore
import Testing

@Suite struct BaseURLFuzzTests {
    @Test(arguments: ["https://api.example.com", "https://api.example.com/v1", "https://api.example.com/v1/?k=1"])
    func `what is resolved stays below the base or is absolute, for 60 000 requests`(text: String) throws {
        let base = try BaseURL(URL(required: text))
        let path = text.contains("v1") ? "/v1" : ""
        var random = SplitMix64(seed: 4)
        var resolved = 0
        for _ in 0..<20_000 {
            let reference = random.reference()
            guard let request = URL(string: reference), let url = try? base.resolve(request) else { continue }
            resolved += 1
            #expect(url.user == nil && url.password == nil && url.fragment == nil)
            if request.scheme != nil {
                #expect(Origin(url)?.isSecure == true || Origin(url)?.isLoopback == true)
                continue
            }
            #expect(Origin(url) == base.origin)
            #expect(url.absoluteString.hasPrefix("https://api.example.com" + path), "\(reference)")
            let sent = url.path(percentEncoded: true)
            #expect(sent.hasPrefix(path), "\(reference)")
            #expect(
                !sent.split(separator: "/").contains { [".", ".."].contains($0.removingPercentEncoding) },
                "\(reference)")
        }
        #expect(resolved > 5_000)
    }
}
