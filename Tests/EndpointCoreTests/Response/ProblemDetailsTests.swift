import Foundation
import TestSupport
import Testing

@testable import EndpointCore

@Suite struct ProblemDetailsTests {
    private let example = Data(
        #"""
        {"type": "https://example.com/probs/out-of-credit", "title": "You do not have enough credit.", "status": 403,
         "detail": "Your current balance is 30, but that costs 50.", "instance": "/account/12345/msgs/abc",
         "balance": 30, "accounts": ["/account/12345", "/account/67890"]}
        """#.utf8)

    @Test(arguments: ["application/problem+json", "Application/Problem+JSON; charset=utf-8"])
    func `the example of RFC 9457 is read`(contentType: String) throws {
        let problem = try #require(ProblemDetails(example, contentType: contentType))
        #expect(problem.type == "https://example.com/probs/out-of-credit")
        #expect(problem.title == "You do not have enough credit.")
        #expect(problem.status == 403)
        #expect(problem.detail == "Your current balance is 30, but that costs 50.")
        #expect(problem.instance == "/account/12345/msgs/abc")
        #expect(problem["balance"]?.integer == 30)
        #expect(problem["accounts"]?[1]?.string == "/account/67890")
        #expect(problem.extensions.count == 2)
    }

    @Test(arguments: ["text/html", nil])
    func `only the media types of problem details are read`(contentType: String?) {
        #expect(ProblemDetails(example, contentType: contentType) == nil)
    }

    @Test func `plain JSON is read as problem details only if it has a title`() {
        #expect(ProblemDetails(example, contentType: "application/json") != nil)
        #expect(ProblemDetails(Data(#"{"detail": "x"}"#.utf8), contentType: "application/json") == nil)
    }

    @Test func `members of a wrong type are ignored`() throws {
        let body = Data(#"{"type":1,"title":null,"status":"403","detail":["x"]}"#.utf8)
        let problem = try #require(ProblemDetails(body, contentType: "application/problem+json"))
        #expect(problem.type == "about:blank")
        #expect(problem.title == nil && problem.status == nil && problem.detail == nil)
    }

    @Test(arguments: ["", "[]", "null", "{", #""x""#])
    func `JSON that isn't an object is ignored`(body: String) {
        #expect(ProblemDetails(Data(body.utf8), contentType: "application/problem+json") == nil)
    }
}
