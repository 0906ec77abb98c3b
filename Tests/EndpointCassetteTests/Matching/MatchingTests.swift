import Foundation
import Testing

@testable import EndpointCassette

@Suite struct MatchingTests {
    typealias Request = Interaction.Request

    @Test(arguments: [
        (Request.get("https://a.example/x?b=2&a=1"), Request.get("HTTPS://A.example:443/x?a=1&b=2#part")),
        (.get("https://a.example"), .get("https://a.example/")),
        (.get("https://u:p@a.example/%7Ex/%c3%bc"), .get("https://a.example/~x/ü")),
        (.get("http://a.example:80/a/./b/../c"), .get("http://a.example/a/c")),
        (.get("https://a.example/?q=a+b&flag"), .get("https://a.example/?flag=&q=a%20b")),
        (
            .json("POST", "https://a.example/", #"{"a":1,"b":[1.0]}"#),
            .json("POST", "https://a.example/", #"{ "b": [1], "a": 1e0 }"#)
        ),
        (.form("https://a.example/", "a=1&b=x+y"), .form("https://a.example/", "b=x%20y&a=1")),
        (
            Request("PUT", "https://a.example/", body: .init(Data("hé".utf8), contentType: "text/plain")),
            Request(
                "PUT", "https://a.example/",
                body: .init(Data([0x68, 0xE9]), contentType: "text/plain; charset=iso-8859-1"))
        ),
        (
            Request(
                "PUT", "https://a.example/", body: .init(Data("{\"a\":1}".utf8), contentType: "application/vnd.x+json")),
            Request("PUT", "https://a.example/", body: .init(Data("{ \"a\": 1 }".utf8), contentType: ""))
        ),
        (Request("GET", "https://a.example/", headers: ["A": "1"]), .get("https://a.example/")),
        (.multipart("one", "text"), .multipart("two", "text")),
    ])
    func `requests with the same meaning have no difference`(recorded: Request, live: Request) {
        #expect(Matching.standard.differences(recorded: recorded, live: live) == [])
        #expect(Matching.standard.canonical(recorded) == Matching.standard.canonical(live))
    }

    @Test(arguments: [
        (Request.get("https://a.example/"), Request("HEAD", "https://a.example/"), ["method GET → HEAD"]),
        (
            .get("https://a.example/a%2Fb"), .get("https://a.example/a/b"),
            ["url https://a.example/a%2Fb → https://a.example/a/b"]
        ),
        (.get("https://a.example/A"), .get("https://a.example/a"), ["url https://a.example/A → https://a.example/a"]),
        (
            .get("https://a.example:8443/"), .get("https://a.example/"),
            ["url https://a.example:8443/ → https://a.example/"]
        ),
        (.get("https://a.example/?a=1&a=2"), .get("https://a.example/?a=2&a=1"), ["query a 1 → 2", "query a 2 → 1"]),
        (.get("https://a.example/?a=1"), .get("https://a.example/?a=1&a=1"), ["query + a=1"]),
        (.get("https://a.example/?a=1"), .get("https://a.example/?b=1"), ["query - a=1", "query + b=1"]),
        (
            .json("POST", "https://a.example/", #"{"a":{"b":[1]},"c":9007199254740992}"#),
            .json("POST", "https://a.example/", #"{"a":{"b":[2]},"c":9007199254740993}"#),
            ["body $.a.b[0] 1 → 2", "body $.c 9007199254740992 → 9007199254740993"]
        ),
        (.form("https://a.example/", "a=1"), .form("https://a.example/", "a=2&b=3"), ["body a 1 → 2", "body + b 3"]),
        (
            .form("https://a.example/", "a=1"), .json("POST", "https://a.example/", "{}"), ["media type a form → JSON"]
        ),
        (
            .json("POST", "https://a.example/", "{}"), Request("POST", "https://a.example/"),
            ["media type JSON → no body"]
        ),
        (.multipart("one", "text"), .multipart("two", "next"), ["body part b line 1 text → next"]),
    ])
    func `a difference names the part and the place`(recorded: Request, live: Request, differences: [String]) {
        #expect(Matching.standard.differences(recorded: recorded, live: live).map(\.description) == differences)
        #expect(Matching.standard.canonical(recorded) != Matching.standard.canonical(live))
    }

    @Test func `an ignored part makes no difference, and no other part is ignored`() {
        let matching = Matching.standard.ignoring(.query("t"), .json("$.items[*].at"), .host)
        let recorded = Request.json("POST", "https://a.example/x?t=1&u=1", #"{"items":[{"at":1,"id":1}],"at":1}"#)
        let same = Request.json("POST", "http://b.example:81/x?u=1&t=9&t=8", #"{"items":[{"at":2,"id":1}],"at":1}"#)
        let other = Request.json("POST", "http://b.example:81/x?u=2", #"{"items":[{"at":2,"id":1}],"at":2}"#)
        #expect(matching.differences(recorded: recorded, live: same) == [])
        #expect(
            matching.differences(recorded: recorded, live: other).map(\.description) == [
                "query u 1 → 2", "body $.at 1 → 2",
            ])
    }

    @Test func `only named headers are compared`() {
        let recorded = Request("GET", "https://a.example/", headers: ["Accept-Language": "de"])
        let live = Request("GET", "https://a.example/", headers: ["accept-language": "en"])
        let differences = Matching.standard.headers("ACCEPT-LANGUAGE").differences(recorded: recorded, live: live)
        #expect(differences.map(\.description) == ["header accept-language de → en"])
    }

    @Test func `a recorded part doesn't answer a request for the whole`() {
        let recorded = Request("GET", "https://a.example/", headers: ["Range": "bytes=9-"])
            .keeping(Cassette.Format.standard.requestHeaders)
        let whole = Request.get("https://a.example/")
        #expect(Matching.standard.differences(recorded: recorded, live: recorded).isEmpty)
        let differences = Matching.standard.differences(recorded: recorded, live: whole)
        #expect(differences.map(\.description) == ["header - range=bytes=9-"])
    }

    @Test func `volatile values are equal wherever they are`() {
        let matching = Matching.standard.volatile(.uuid, .timestamp)
        let recorded = Request.json(
            "POST", "https://a.example/6f9619ff-8b86-d011-b42d-00cf4fc964ff?at=2025-01-01T00:00:00Z",
            #"{"id":"urn:uuid:6F9619FF-8B86-D011-B42D-00CF4FC964FF","at":1700000000,"n":17}"#)
        let live = Request.json(
            "POST", "https://a.example/00000000-8b86-d011-b42d-00cf4fc964ff?at=2026-02-03T04:05:06.789%2B01:00",
            #"{"id":"urn:uuid:00000000-8B86-D011-B42D-00CF4FC964FF","at":1800000000123,"n":18}"#)
        #expect(matching.differences(recorded: recorded, live: live).map(\.description) == ["body $.n 17 → 18"])
    }

    @Test func `a custom rule is asked too`() {
        let matching = Matching([.method]).custom(headers: "a") { recorded, live in
            recorded.headers == live.headers
                ? [] : [Matching.Difference(.custom, at: "headers", recorded: "these", live: "those")]
        }
        let other = Request("GET", "https://b.example/", headers: ["B": "1"])
        #expect(matching.differences(recorded: .get("https://a.example/"), live: other).isEmpty)
        let live = Request("GET", "https://b.example/", headers: ["A": "1"])
        #expect(
            matching.differences(recorded: .get("https://a.example/"), live: live).map(\.description)
                == ["custom headers these → those"])
    }

    @Test func `a difference shows no secret`() {
        let recorded = Request.json(
            "POST", "https://a.example/?access_token=s3cr3t-one", #"{"password":"hunter2-old"}"#)
        let live = Request.json("POST", "https://a.example/?access_token=s3cr3t-two", #"{"password":"hunter2-new"}"#)
        let text = Matching.standard.differences(recorded: recorded, live: live).map(\.description).joined()
        #expect(text.contains("access_token") && text.contains("$.password"))
        #expect(!text.contains("s3cr3t") && !text.contains("hunter2"))
    }

    @Test func `requests have no differences exactly when their canonical forms are equal`() {
        var random = SplitMix64(seed: 5)
        for _ in 0..<2000 {
            let (first, second) = (Request.random(using: &random), Request.random(using: &random))
            let isEqual = Matching.standard.canonical(first) == Matching.standard.canonical(second)
            #expect(Matching.standard.differences(recorded: first, live: second).isEmpty == isEqual)
        }
    }
}

extension Interaction.Request {
    static func multipart(_ boundary: String, _ text: String) -> Interaction.Request {
        let body =
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--\(boundary)\r\n"
            + "Content-Disposition: form-data; name=\"b\"; filename=\"f.txt\"\r\nContent-Type: text/plain\r\n\r\n\(text)\r\n--\(boundary)--\r\n"
        let type = "multipart/form-data; boundary=\"\(boundary)\""
        return Interaction.Request("POST", "https://a.example/", body: .init(Data(body.utf8), contentType: type))
    }

    fileprivate static func random(using random: inout SplitMix64) -> Interaction.Request {
        func pick(_ texts: String...) -> String { texts.randomElement(using: &random) ?? "" }
        let url = "https://\(pick("a", "A")).example/\(pick("", "x", "%78"))?\(pick("a=1", "a=1&b", "b=&a=1", "a=%31"))"
        let bodies = [#"{"a":1}"#, #"{"a":1.0}"#, #"{"a":2}"#, "a=1", "[1]", ""]
        let type = pick("application/json", "application/x-www-form-urlencoded", "text/plain", "")
        return Interaction.Request(
            pick("GET", "POST"), url,
            body: .init(Data((bodies.randomElement(using: &random) ?? "").utf8), contentType: type))
    }
}
