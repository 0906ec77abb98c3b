import Testing

@testable import EndpointCore

@Suite struct HeaderFieldsTests {
    private let fields: HeaderFields = [
        "Accept": "a/b", "X-A": "1", "Set-Cookie": "a=1", "x-a": "2", "set-cookie": "b=2",
    ]

    private func response(_ fields: [String: String]) throws -> HTTPURLResponse {
        let url = try #require(URL(string: "https://a.example/"))
        return try #require(HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: fields))
    }

    @Test func `header fields keep order, spelling and repeated fields`() {
        #expect(fields.map(\.name) == ["Accept", "X-A", "Set-Cookie", "x-a", "set-cookie"])
        #expect(fields.map(\.value) == ["a/b", "1", "a=1", "2", "b=2"])
        #expect(fields.values(of: "X-a") == ["1", "2"])
    }

    @Test func `a header value is found by its name in any case`() {
        #expect(fields["ACCEPT"] == "a/b")
        #expect(fields.contains("aCCept"))
        #expect(fields["X-B"] == nil)
        #expect(!fields.contains("X"))
    }

    @Test func `the case of letters is that of ASCII`() {
        let other: HeaderFields = ["Ä": "1", "\u{212A}": "2", "[": "3"]
        #expect(other["ä"] == nil)
        #expect(other["k"] == nil)
        #expect(other["{"] == nil)
    }

    @Test func `the values of a repeated field are joined, but never those of Set-Cookie`() {
        #expect(fields["x-A"] == "1, 2")
        #expect(fields["Set-Cookie"] == "a=1")
        #expect(fields.values(of: "Set-Cookie") == ["a=1", "b=2"])
        #expect((["A": "", "A": "b", "A": ""] as HeaderFields)["A"] == "b, ")
    }

    @Test func `setting a value replaces all fields of its name, in place of the first`() {
        var changed = fields
        changed["x-A"] = "3"
        #expect(changed.map(\.name) == ["Accept", "x-A", "Set-Cookie", "set-cookie"])
        #expect(changed["X-A"] == "3")
        changed["set-cookie"] = nil
        changed["X-B"] = "4"
        changed["X-C"] = nil
        #expect(changed == ["Accept": "a/b", "X-A": "3", "X-B": "4"])
        changed.append("x-b", "5")
        #expect(changed.values(of: "X-B") == ["4", "5"])
    }

    @Test func `fields are equal whatever the case of their names, in the same order`() {
        let same: HeaderFields = ["accept": "a/b", "x-a": "1", "SET-COOKIE": "a=1", "X-A": "2", "Set-Cookie": "b=2"]
        #expect(fields == same)
        #expect(fields.hashValue == same.hashValue)
        #expect(fields != HeaderFields(fields.reversed()))
        #expect((["A": "b"] as HeaderFields) != ["A": "B"])
    }

    @Test func `the fields of a URLRequest are sorted by name`() throws {
        var request = URLRequest(url: try #require(URL(string: "https://a.example/")))
        for name in ["X-C", "A", "X-B"] { request.setValue("1", forHTTPHeaderField: name) }
        #expect(HeaderFields(request).map(\.name) == ["A", "X-B", "X-C"])
    }

    @Test func `the fields of a response are sorted by name, with its cookies split, but not their dates`() throws {
        let folded = "a=1; Expires=Wed, 21 Oct 2015 07:28:00 GMT; Path=/, b=2, c=x,y\nd=4"
        let fields = HeaderFields(try response(["Vary": "a=1, b=2", "Set-Cookie": folded, "Age": "1"]))
        #expect(fields.map(\.name) == ["Age"] + Array(repeating: "Set-Cookie", count: 4) + ["Vary"])
        #expect(
            fields.values(of: "Set-Cookie")
                == ["a=1; Expires=Wed, 21 Oct 2015 07:28:00 GMT; Path=/", "b=2", "c=x,y", "d=4"])
        #expect(fields["Vary"] == "a=1, b=2")
    }

    @Test func `Foundation gets one value for each name, in its first spelling`() {
        #expect(fields.dictionary == ["Accept": "a/b", "X-A": "1, 2", "Set-Cookie": "a=1, b=2"])
    }

    @Test func `a name that is repeated is found`() {
        #expect(fields.repeatedName == "x-a")
        #expect((["A": "1", "B": "2"] as HeaderFields).repeatedName == nil)
    }

    @Test func `many fields cost time in proportion to their number`() {
        var fields = HeaderFields()
        for number in 0..<50_000 {
            fields.append("X-A", "\(number)")
            fields.append("X-\(number)", "")
        }
        #expect(fields["x-a"]?.split(separator: ",").count == 50_000)
        #expect(fields.dictionary.count == 50_001)
        #expect(fields.repeatedName == "X-A")
    }

    @Test func `the description shows no secret`() {
        let description = "\(["Accept": "a/b", "Authorization": "Bearer abc-123-def-456"] as HeaderFields)"
        #expect(description == #"["Accept": "a/b", "Authorization": "Bearer {{secret}}"]"#)
        #expect("\(HeaderFields())" == "[:]")
    }
}
