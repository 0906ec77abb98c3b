import EndpointCore
import Testing

@Suite struct URLQueryTests {
    @Test(arguments: [
        ("a b", "a%20b"), ("a+b", "a%2Bb"), ("a&b=c;d", "a%26b%3Dc%3Bd"), ("100%", "100%25"),
        ("é🍕", "%C3%A9%F0%9F%8D%95"),
        ("/?:@", "%2F%3F%3A%40"), ("", ""), ("-._~", "-._~"), ("[x]", "%5Bx%5D"),
    ])
    func `a query encodes all characters with a special meaning`(value: String, expected: String) {
        let query: URLQuery = ["q": value]
        #expect(query.percentEncoded == "q=\(expected)")
    }

    @Test func `a query keeps the order and encodes the names`() {
        let query: URLQuery = ["b": 1, "a&": true, "b": 2.5]
        #expect(query.percentEncoded == "b=1&a%26=true&b=2.5")
    }

    @Test func `a query leaves out nil`() {
        let page: Int? = nil
        let query: URLQuery = ["page": page, "limit": 3 as Int?]
        #expect(query.percentEncoded == "limit=3")
        #expect(URLQuery(dictionaryLiteral: ("page", nil)).isEmpty)
    }

    @Test(arguments: [
        (URLQuery.ArrayStyle.repeated, "t=a%2Cb&t=c&x=1"), (.brackets, "t%5B%5D=a%2Cb&t%5B%5D=c&x=1"),
        (.comma, "t=a%2Cb,c&x=1"),
    ])
    func `a query writes arrays in three styles`(style: URLQuery.ArrayStyle, expected: String) {
        let query = URLQuery(["t": ["a,b", "c"], "x": 1], arrays: style)
        #expect(query.percentEncoded == expected)
    }

    @Test(arguments: [URLQuery.ArrayStyle.repeated, .brackets, .comma])
    func `a query leaves out an empty array`(style: URLQuery.ArrayStyle) {
        #expect(URLQuery(["t": [String]()], arrays: style).isEmpty)
    }

    @Test func `a form writes a space as a plus sign`() {
        let query: URLQuery = ["a b": "c d+e", "*-._": "~"]
        #expect(query.formEncoded == "a+b=c+d%2Be&*-._=%7E")
    }

    @Test func `two queries are joined in order`() {
        #expect((["a": 1] as URLQuery + ["b": 2]).percentEncoded == "a=1&b=2")
    }
}

@Suite struct URLQueryFieldsTests {
    @Test func `a dictionary is sorted by name, and nil is left out`() {
        let fields: [String: (any QueryValue)?] = [
            "b&c": "x=y", "a": ["1", "2"], "plus": "1+1", "none": nil as String?, "pizza": "🍕", "d": true,
        ]
        #expect(URLQuery(fields: fields).formEncoded == "a=1&a=2&b%26c=x%3Dy&d=true&pizza=%F0%9F%8D%95&plus=1%2B1")
        #expect(URLQuery(fields: ["t": ["a", "b"]], arrays: .comma).formEncoded == "t=a,b")
    }

    @Test func `a dictionary of strings is accepted`() {
        let form = ["Name": "kwanghyun W", "Emoji": "🍩"]
        #expect(URLQuery(fields: form).percentEncoded == "Emoji=%F0%9F%8D%A9&Name=kwanghyun%20W")
    }

    @Test(arguments: [
        ("", []), ("&&", []), ("=", ["="]), ("a", ["a="]), ("a=b=c", ["a=b=c"]), ("a+b=c+d", ["a b=c d"]),
        ("a=1&&a=2", ["a=1", "a=2"]), ("%26=%3D", ["&=="]), ("a=%zz%", ["a=%zz%"]), ("a=%FF", ["a=\u{FFFD}"]),
        ("a=b;c", ["a=b;c"]), ("?a=é", ["?a=é"]), ("a=%EF%BB%BF", ["a=\u{FEFF}"]),
    ])
    func `a form is parsed as servers do`(text: String, pairs: [String]) {
        #expect(URLQuery(formEncoded: text).pairs.map { "\($0.name)=\($0.value)" } == pairs)
    }

    @Test func `the values of a name are found in order`() {
        let query = URLQuery(formEncoded: "a=1&b=2&a=3")
        #expect(query.values(of: "a") == ["1", "3"])
        #expect(query.values(of: "c") == [])
    }

    /// 100,000 rounds with `ENDPOINT_THOROUGH=1`.
    @Test func `random dictionaries survive writing and parsing`() {
        let count = ProcessInfo.processInfo.environment["ENDPOINT_THOROUGH"] == "1" ? 100_000 : 3_000
        var chance = SplitMix64(seed: 11)
        for _ in 0..<count {
            let fields = chance.fields()
            let query = URLQuery(fields: fields.mapValues { $0 as any QueryValue })
            for text in [query.formEncoded, query.percentEncoded] {
                let read = URLQuery(formEncoded: text)
                #expect(Dictionary(grouping: read.pairs, by: \.name).mapValues { $0.map(\.value) } == fields)
            }
        }
    }
}

extension SplitMix64 {
    /// Names with one to three values, of characters that forms have to encode.
    mutating func fields() -> [String: [String]] {
        let names = (0..<Int.random(in: 0...5, using: &self)).map { _ in text() }
        return Dictionary(names.map { ($0, (0...Int.random(in: 0...2, using: &self)).map { _ in text() }) }) { $1 }
    }

    private mutating func text() -> String {
        String(String.UnicodeScalarView((0..<Int.random(in: 0...8, using: &self)).map { _ in scalar() }))
    }

    private mutating func scalar() -> Unicode.Scalar {
        if Int.random(in: 0..<2, using: &self) == 0 {
            return "&=+%;#? \"'/[],\r\n\0~*a1é🍕".unicodeScalars.randomElement(using: &self)!
        }
        return Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &self)) ?? "\u{301}"
    }
}

/// The Swift half of `.ci/form-judge`. It is skipped without its folder.
@Suite(.enabled(if: folder != nil)) struct FormJudgeTests {
    private struct Form: Codable {
        let text: String
        let pairs: [[String]]
    }

    @Test func `forms written by Python are parsed as Python does`() throws {
        let file = try #require(folder).appendingPathComponent("python.json")
        let forms = try JSONDecoder().decode([Form].self, from: Data(contentsOf: file))
        let wrong = forms.filter { form in
            let pairs = URLQuery(formEncoded: form.text).pairs.map { [$0.name, $0.value] }
            return pairs.map { $0.map { Array($0.unicodeScalars) } }
                != form.pairs.map { $0.map { Array($0.unicodeScalars) } }
        }
        #expect(!forms.isEmpty && wrong.isEmpty, "\(wrong.prefix(3))")
    }

    @Test func `forms are written for Python to read`() throws {
        var chance = SplitMix64(seed: 3)
        let forms = (0..<20_000).map { _ in
            let fields = chance.fields()
            let pairs = fields.keys.sorted().flatMap { name in fields[name, default: []].map { [name, $0] } }
            return Form(text: URLQuery(fields: fields.mapValues { $0 as any QueryValue }).formEncoded, pairs: pairs)
        }
        let file = try #require(folder).appendingPathComponent("swift.json")
        try JSONEncoder().encode(forms).write(to: file)
    }
}

private let folder = ProcessInfo.processInfo.environment["ENDPOINT_FORM_JUDGE"].map { URL(fileURLWithPath: $0) }
