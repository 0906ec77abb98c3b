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

@Suite struct ErrorSummaryTests {
    @Test(
        arguments: [
            (#"{"title":"Gone","detail":"No such book"}"#, "No such book", nil),
            (#"{"type":"https://e.com/p","title":"Gone","status":404}"#, "Gone", nil),
            (#"{"message":"No such book","code":"not_found"}"#, "No such book", "not_found"),
            (#"{"message":"No such book","code":17}"#, "No such book", "17"),
            (#"{"error":"No such book"}"#, "No such book", nil),
            (#"{"error":{"message":"No such book","code":"not_found"}}"#, "No such book", "not_found"),
            (
                #"{"type":"error","error":{"type":"not_found_error","message":"No such book"}}"#, "No such book",
                "not_found_error"
            ),
            (#"{"error":"invalid_grant","error_description":"Code expired"}"#, "Code expired", "invalid_grant"),
            (#"{"statusCode":404,"message":"No such book","error":"Not Found"}"#, "No such book", nil),
            (#"{"errors":[{"message":"No such book"},{"message":"Other"}]}"#, "No such book", nil),
            (#"{"errors":[{"message":"Denied","extensions":{"code":"FORBIDDEN"}}]}"#, "Denied", "FORBIDDEN"),
            (
                #"{"errors":[{"status":"404","code":"nf","title":"Missing","detail":"No such book"}]}"#, "No such book",
                "nf"
            ),
            (#"{"errors":["No such book","Other"]}"#, "No such book", nil),
            (#"{"errors":{"title":["is too long"],"name":["is empty"]}}"#, "name: is empty", nil),
            (#"[{"message":"No such book","errorCode":"NOT_FOUND"}]"#, "No such book", "NOT_FOUND"),
            (#"{"error":true,"message":"No such book"}"#, "No such book", nil),
            (#"{"code":"not_found"}"#, nil, "not_found"),
        ] as [(String, String?, String?)])
    func `the message and the code are found in the usual error formats`(body: String, message: String?, code: String?)
        throws
    {
        let summary = try #require(ErrorSummary(Data(body.utf8), contentType: "application/json"))
        #expect(summary.message == message)
        #expect(summary.code == code)
    }

    @Test(arguments: [
        "", "{", "{}", "[]", "null", "1", #"{"id":1}"#, #"{"message":" "}"#, #"{"errors":[]}"#, #"{"error":null}"#,
    ])
    func `no message is found in bodies of other formats`(body: String) {
        #expect(ErrorSummary(Data(body.utf8), contentType: nil) == nil)
    }

    @Test func `only JSON is read for a message`() {
        let body = Data(#"{"message":"x"}"#.utf8)
        #expect(ErrorSummary(body, contentType: "text/html") == nil)
        #expect(ErrorSummary(body, contentType: "application/vnd.api+json; charset=utf-8")?.message == "x")
        #expect(ErrorSummary(body, contentType: nil)?.message == "x")
    }

    @Test func `bodies of more than 1 MiB are ignored`() {
        let body =
            Data(#"{"message":"x","padding":""#.utf8) + Data(repeating: 0x61, count: 2_000_000) + Data("\"}".utf8)
        #expect(ErrorSummary(body, contentType: nil) == nil)
    }

    @Test func `any bytes can be summarized without trapping`() {
        var fuzz = Fuzz(
            seed: 8, pieces: ["{", "}", "[", "]", ":", ",", "\"error\"", "\"errors\"", "\"message\"", "\"code\"", "1"])
        for _ in 0..<20_000 {
            let summary = ErrorSummary(Data(fuzz.bytes()), contentType: nil)
            #expect(summary == nil || summary?.message != nil || summary?.code != nil)
        }
    }
}
