import Foundation
import TestSupport
import Testing

@testable import EndpointCore

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
        (
            #"{"detail":[{"loc":["body","name"],"msg":"field required","type":"missing"},{"loc":["body","tags",0],"msg":"not a word","type":"t"}]}"#,
            #": body.name: "field required", body.tags.0: "not a word" (missing)"#
        ),
        (#"{"errors":{"title":["is too long"],"name":["is empty"]}}"#, #": "name: is empty", "title: is too long""#),
        (
            #"{"message":"Invalid","errors":{"name":["is empty","is odd"]}}"#,
            #": "Invalid", "name: is empty", "name: is odd""#
        ),
        (#"{"errors":[{"field":"name","message":"is empty"},{"message":"Bad"}]}"#, #": name: "is empty", "Bad""#),
        (#"{"message":["name is empty","age is odd"],"error":"Bad Request"}"#, #": "name is empty", "age is odd""#),
        (
            #"{"errors":["a b","c d","e f","g h","i j","k l","m n"]}"#,
            #": "a b", "c d", "e f", "g h", "i j", and 2 more"#
        ),
        (#"{"detail":[{"loc":["body","ann@example.org"],"msg":"field required"}]}"#, #": "field required""#),
    ])
    func `all errors of a refused form are shown, with their places`(body: String, text: String) throws {
        let summary = try #require(ErrorSummary(Data(body.utf8), contentType: "application/json"))
        #expect(summary.text(by: .standard) == text)
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
