import EndpointCore
import Testing

@Suite struct QueryFieldsTests {
    @Test func `writes a dictionary in the order of its names, without nil`() {
        let fields: [String: (any QueryValue)?] = [
            "b&c": "x=y", "a": ["1", "2"], "plus": "1+1", "none": nil as String?, "pizza": "🍕", "d": true,
        ]
        #expect(Query(fields: fields).formEncoded == "a=1&a=2&b%26c=x%3Dy&d=true&pizza=%F0%9F%8D%95&plus=1%2B1")
        #expect(Query(fields: ["t": ["a", "b"]], arrays: .comma).formEncoded == "t=a,b")
    }

    @Test func `takes a plain dictionary of texts`() {
        let form = ["Name": "kwanghyun W", "Emoji": "🍩"]
        #expect(Query(fields: form).percentEncoded == "Emoji=%F0%9F%8D%A9&Name=kwanghyun%20W")
    }

    @Test(arguments: [
        ("", []), ("&&", []), ("=", ["="]), ("a", ["a="]), ("a=b=c", ["a=b=c"]), ("a+b=c+d", ["a b=c d"]),
        ("a=1&&a=2", ["a=1", "a=2"]), ("%26=%3D", ["&=="]), ("a=%zz%", ["a=%zz%"]), ("a=%FF", ["a=\u{FFFD}"]),
        ("a=b;c", ["a=b;c"]), ("?a=é", ["?a=é"]), ("a=%EF%BB%BF", ["a=\u{FEFF}"]),
    ])
    func `reads a form as servers do`(text: String, pairs: [String]) {
        #expect(Query(formEncoded: text).pairs.map { "\($0.name)=\($0.value)" } == pairs)
    }

    @Test func `finds the values of a name in order`() {
        let query = Query(formEncoded: "a=1&b=2&a=3")
        #expect(query.values(of: "a") == ["1", "3"])
        #expect(query.values(of: "c") == [])
    }

    /// A hundred thousand with `ENDPOINT_THOROUGH=1`.
    @Test func `random dictionaries come back as they were`() {
        let count = ProcessInfo.processInfo.environment["ENDPOINT_THOROUGH"] == "1" ? 100_000 : 3_000
        var chance = SplitMix64(seed: 11)
        for _ in 0..<count {
            let fields = chance.fields()
            let query = Query(fields: fields.mapValues { $0 as any QueryValue })
            for text in [query.formEncoded, query.percentEncoded] {
                let read = Query(formEncoded: text)
                #expect(Dictionary(grouping: read.pairs, by: \.name).mapValues { $0.map(\.value) } == fields)
            }
        }
    }
}

extension SplitMix64 {
    /// Names with one to three values, of characters that forms are bad at.
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
