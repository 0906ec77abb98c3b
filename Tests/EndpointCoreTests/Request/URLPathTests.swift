import EndpointCore
import Testing

@Suite struct URLPathTests {
    @Test(arguments: [
        ("1", "books/1"), ("a/b", "books/a%2Fb"), ("../admin", "books/..%2Fadmin"), ("%2F", "books/%252F"),
        ("a b", "books/a%20b"), ("a?b#c", "books/a%3Fb%23c"), ("a\\b", "books/a%5Cb"), ("\r\n", "books/%0D%0A"),
        ("\0", "books/%00"), ("a:b;c=d&e+f,g@h", "books/a%3Ab%3Bc%3Dd%26e%2Bf%2Cg%40h"), ("é", "books/%C3%A9"),
        ("🍕", "books/%F0%9F%8D%95"), ("...", "books/..."), ("-._~", "books/-._~"), ("…/", "books/%E2%80%A6%2F"),
    ])
    func `a value is encoded into one path segment`(value: String, expected: String) throws {
        let path: URLPath = "books/\(value)"
        #expect(try path.url().relativeString == expected)
        #expect(try path.url().pathComponents.count == 2 || value.contains("/"))
    }

    @Test(arguments: ["", ".", ".."])
    func `a value that would change the path is refused, and the error contains it`(value: String) throws {
        let path: URLPath = "books/\(value)/cover"
        let error = try #require(throws: RequestError.self) { try path.url() }
        #expect(error.reason == .pathValue(value, template: "books/{}/cover"))
        #expect(error.description.contains(#""books/{}/cover" cannot contain the value "\#(value)""#))
    }

    @Test func `the error contains the first of several invalid values`() throws {
        let path: URLPath = "\(".")/\("..")"
        let error = try #require(throws: RequestError.self) { try path.url() }
        #expect(error.reason == .pathValue(".", template: "{}/{}"))
    }

    @Test func `a path of ten kilobytes is accepted`() throws {
        let path: URLPath = "books/\(String(repeating: "/é", count: 5000))"
        #expect(try path.url().relativeString == "books/" + String(repeating: "%2F%C3%A9", count: 5000))
    }

    @Test func `numbers, identifiers and raw values can be path segments`() throws {
        enum Shelf: String, ParameterValue { case sciFi = "sci fi" }
        let uuid = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        let path: URLPath = "a/\(42)/\(uuid)/\(Shelf.sciFi)/\(true)/\("s".prefix(1))"
        #expect(try path.url().relativeString == "a/42/E621E1F8-C36C-495A-93FC-0C247A3E6E5F/sci%20fi/true/s")
    }

    @Test func `the literal parts of a path don't change`() throws {
        let path: URLPath = "/a%2Fb/./c.json?x=1&y=\("1&2")"
        #expect(try path.url().relativeString == "/a%2Fb/./c.json?x=1&y=1%262")
    }

    @Test func `an empty path is the base URL`() throws {
        #expect(try URLPath("").url().relativeString == ".")
    }

    @Test func `the template of a path doesn't depend on the values`() {
        let (one, two): (URLPath, URLPath) = ("books/\(1)/cover", "books/\(2)/cover")
        #expect(one.template == two.template)
        #expect(one != two)
    }

    @Test func `a path that is encoded already stays unchanged`() throws {
        let link = "books/a%2Fb?page=2"
        #expect(try URLPath(percentEncoded: link).url().relativeString == link)
    }
}
