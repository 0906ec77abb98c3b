import EndpointCore
import Testing

@Suite struct QueryTests {
    @Test(arguments: [
        ("a b", "a%20b"), ("a+b", "a%2Bb"), ("a&b=c;d", "a%26b%3Dc%3Bd"), ("100%", "100%25"),
        ("é🍕", "%C3%A9%F0%9F%8D%95"),
        ("/?:@", "%2F%3F%3A%40"), ("", ""), ("-._~", "-._~"), ("[x]", "%5Bx%5D"),
    ])
    func `encodes all that a server could read otherwise`(value: String, expected: String) {
        let query: Query = ["q": value]
        #expect(query.percentEncoded == "q=\(expected)")
    }

    @Test func `keeps the order and encodes the names`() {
        let query: Query = ["b": 1, "a&": true, "b": 2.5]
        #expect(query.percentEncoded == "b=1&a%26=true&b=2.5")
    }

    @Test func `drops nil`() {
        let page: Int? = nil
        let query: Query = ["page": page, "limit": 3 as Int?]
        #expect(query.percentEncoded == "limit=3")
        #expect(Query(dictionaryLiteral: ("page", nil)).isEmpty)
    }

    @Test(arguments: [
        (Query.ArrayStyle.repeated, "t=a%2Cb&t=c&x=1"), (.brackets, "t%5B%5D=a%2Cb&t%5B%5D=c&x=1"),
        (.comma, "t=a%2Cb,c&x=1"),
    ])
    func `writes arrays in three styles`(style: Query.ArrayStyle, expected: String) {
        let query = Query(["t": ["a,b", "c"], "x": 1], arrays: style)
        #expect(query.percentEncoded == expected)
    }

    @Test(arguments: [Query.ArrayStyle.repeated, .brackets, .comma])
    func `drops an empty array`(style: Query.ArrayStyle) {
        #expect(Query(["t": [String]()], arrays: style).isEmpty)
    }

    @Test func `a form writes a blank as a plus`() {
        let query: Query = ["a b": "c d+e", "*-._": "~"]
        #expect(query.formEncoded == "a+b=c+d%2Be&*-._=%7E")
    }

    @Test func `joins two queries in order`() {
        #expect((["a": 1] as Query + ["b": 2]).percentEncoded == "a=1&b=2")
    }
}
