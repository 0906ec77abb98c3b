/// The source of a test that fails as a call did.
struct ReproductionTest {
    let request: URLRequest
    let endpoint: (any Endpoint)?
    let reply: String
    let what: String
    let error: String
    let claim: String

    var source: String {
        """
        @Test func `\(name)`() async throws {
        \(declaration)    let client = MockClient { On(\(type).self)\(reply) }
            let error = try await #require(throws: \(error).self) { try await client.request(\(value)) }
            #expect(\(claim))
        }

        """
    }

    /// A name between backticks holds neither one of those, nor a backslash, nor a line break.
    private var name: String {
        let url = Redaction.standard.urlText(request.url?.relativeString ?? "")
        let text = Redaction.standard.line("\(request.httpMethod ?? "GET") \(url.prefix(80)) \(what)")
        return text.replacingOccurrences(of: "`", with: "_").replacingOccurrences(of: "\\", with: "_")
    }

    private var type: String {
        endpoint.map { String(describing: Swift.type(of: $0)) } ?? "Call"
    }

    /// The endpoint as its description has it: for a struct of plain values that is how it is made.
    private var value: String {
        endpoint.map { Redaction.standard.text(String(describing: $0)) } ?? "Call()"
    }

    /// Lines of the test's body, or none.
    private var declaration: String {
        if endpoint != nil { return "" }
        let method = SwiftSource.string(request.httpMethod ?? "GET")
        let url = SwiftSource.string(request.url?.relativeString ?? "")
        let lines = [
            "struct Call: VoidEndpoint {  // Put the endpoint that asked in its place.",
            "    func makeRequest() throws -> URLRequest {",
            "        URLRequest(HTTPMethod(rawValue: \(method)), URL(string: \(url))!)",
            "    }",
            "}",
        ]
        return lines.map { "    \($0)\n" }.joined()
    }
}
