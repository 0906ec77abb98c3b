import EndpointCore
import Testing

@Suite struct RequestErrorTests {
    @Test(
        arguments: [
            (
                .pathValue("..", template: "books/{}"),
                #"The path "books/{}" cannot contain the value "..": it would become another path."#
            ),
            (
                .relative("books?access_token=c4n4ry"),
                #""books?access_token={{secret}}" is relative, and the client has no base URL: give it one, or use an absolute URL."#
            ),
            (.missingScheme("api.example.com"), #""api.example.com" has no scheme: add https:// before it."#),
            (.missingScheme("localhost:8080"), #""localhost:8080" has no scheme: add http:// before it."#),
            (.missingScheme("//api.example.com"), #""//api.example.com" has no scheme: add https: before it."#),
            (
                .insecure("http://a.example/x"),
                #""http://a.example/x" is unencrypted http to another machine. "#
                    + "Use https, or set allowsInsecureConnections to true in the APIEnvironment."
            ),
            (.scheme("ftp"), #"The scheme "ftp" is neither http nor https."#),
            (.reservedHeader("Host"), #"The header "Host" is set by the client only."#),
            (.repeatedHeader("x-a"), #"The header "x-a" is given twice."#),
            (.bodyNotAllowed(method: "GET"), "A GET request cannot have a body."),
        ] as [(RequestError.Reason, String)])
    func `a request error is one sentence that says what to do`(reason: RequestError.Reason, sentence: String) {
        #expect(RequestError(reason).localizedDescription == sentence)
    }

    @Test(
        arguments: [
            .url("https://a.example/?access_token=canary-1234"), .insecure("http://a.example/?api_key=canary-1234"),
            .escapesBase("../?access_token=canary-1234", base: "https://u:canary-1234@a.example"),
            .redirect("it is insecure", to: "http://a.example/?access_token=canary-1234"),
            .body("the server said access_token=canary-1234"),
        ] as [RequestError.Reason])
    func `a request error shows no secret`(reason: RequestError.Reason) {
        #expect(!RequestError(reason).description.contains("canary"))
    }

    @Test func `a request error shows the beginning of a long value`() {
        let error = RequestError(.method(String(repeating: "x", count: 500)))
        #expect((70...80).contains(error.description.count { $0 == "x" }))
    }
}
