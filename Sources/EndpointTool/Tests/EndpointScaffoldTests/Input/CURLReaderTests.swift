import EndpointCassette
import Testing

@testable import EndpointScaffold

@Suite struct CURLReaderTests {
    @Test(arguments: [
        ("curl https://a.b/c", ["curl", "https://a.b/c"]),
        ("curl 'a b' \"c d\" e\\ f", ["curl", "a b", "c d", "e f"]),
        ("curl \\\n  'x' \\\n  -H y", ["curl", "x", "-H", "y"]),
        ("curl $'a\\nb\\'c\\u00e9\\x41\\ud83d\\ude00'", ["curl", "a\nb'cé" + "A😀"]),
        ("curl 'it'\\''s'", ["curl", "it's"]),
        ("curl \"a\\\"b\\$c\\\\d\"", ["curl", "a\"b$c\\d"]),
        ("curl ^\"https://a.b/?x=1^&y=2^\" ^\n  -H ^\"a: b^\"", ["curl", "https://a.b/?x=1&y=2", "-H", "a: b"]),
        ("curl ^\"x^\" --data-raw ^\"{^\\^\"a^\\^\":1}^\"", ["curl", "x", "--data-raw", "{\"a\":1}"]),
        ("curl ''", ["curl", ""]),
        ("curl https://a.b/?x=1&y=2", ["curl", "https://a.b/?x=1&y=2"]),
        ("curl x 2>&1 | jq .", ["curl", "x"]),
        ("curl x # a comment", ["curl", "x"]),
        (
            "curl.exe \"https://a.b\" -H \"X: y\" --data-raw \"{\"\"a\"\":1}\"",
            ["curl.exe", "https://a.b", "-H", "X: y", "--data-raw", "{\"a\":1}"]
        ),
        ("curl \"a b\" -d \"\"", ["curl", "a b", "-d", ""]),
        (
            "curl --header $'X: \\u0021' \\\n  --data-raw $'{\\n  \"a\": \\'1\\'}'",
            ["curl", "--header", "X: !", "--data-raw", "{\n  \"a\": '1'}"]
        ),
        ("curl 'https://a.b/' \\\r\n  -H 'X: y'", ["curl", "https://a.b/", "-H", "X: y"]),
    ])
    func `a line is divided as its shell does it`(line: String, words: [String]) throws {
        #expect(try CURLWords(line).words == words)
    }

    @Test(arguments: [
        ("curl 'abc", "The curl line cannot be read at character 6: the quote ' is not closed."),
        ("curl \"$(id)\"", "The curl line cannot be read at character 7: a shell would have to evaluate $(."),
        ("curl $TOKEN", "The curl line cannot be read at character 6: a shell would have to evaluate $T."),
        ("wget https://a.b", "This is no curl line: it begins with \"wget\", not with curl."),
        ("", "This is no curl line: it begins with nothing, not with curl."),
        ("curl -H", "The curl line ends after -H: its value is missing."),
        ("curl --data", "The curl line ends after --data: its value is missing."),
        ("curl -s", "The curl line has no URL."),
        ("curl ftp://a.b/c", "The URL of the curl line is neither http nor https: \"ftp://a.b/c\"."),
        ("curl -% https://a.b", "curl has no option -%."),
        ("curl --nothing https://a.b", "curl has no option --nothing."),
        ("curl --max-time=5 https://a.b", "curl has no option --max-time=5."),
        (
            "curl “https://a.b”",
            "The curl line cannot be read at character 6: “ is no quote of a shell, which are ' and \"."
        ),
        ("fetch('https://a.b', {", "This is no curl line: it begins with \"fetch('https://a.b',\", not with curl."),
        ("$session = New-Object X", "This is no curl line: it begins with \"$session\", not with curl."),
        ("Invoke-WebRequest -Uri `", "This is no curl line: it begins with \"Invoke-WebRequest\", not with curl."),
        ("GET /v1/books HTTP/1.1", "This is no curl line: it begins with \"GET\", not with curl."),
        ("{\"log\": {}}", "This is no curl line: it begins with \"{\"log\":\", not with curl."),
        ("curl", "The curl line has no URL."),
        ("curl 'https://a b/c'", "The URL of the curl line is neither http nor https: \"https://a b/c\"."),
        ("curl -F abc https://a.b", "The curl line has a form part without \"=\": \"abc\"."),
    ])
    func `an unreadable line is an error that names the place`(line: String, sentence: String) {
        #expect(throws: ScaffoldError(sentence)) { try CURLReader.read(line) }
    }

    @Test(arguments: [
        ("curl https://a.b/c", "GET https://a.b/c"), ("curl a.b/c", "GET http://a.b/c"),
        ("curl -XDELETE https://a.b/c", "DELETE https://a.b/c"), ("curl -I https://a.b/c", "HEAD https://a.b/c"),
        ("curl https://a.b/c -d x=1", "POST https://a.b/c"), ("curl -sSLX PUT https://a.b/c", "PUT https://a.b/c"),
        ("curl -G https://a.b/c -d x=1 --data-urlencode 'y=a b'", "GET https://a.b/c?x=1&y=a%20b"),
        ("curl -T f.pdf https://a.b/c", "PUT https://a.b/c"), ("curl --json '{}' https://a.b/c", "POST https://a.b/c"),
        ("curl --url https://a.b/c --compressed", "GET https://a.b/c"),
        ("curl.exe https://a.b/c", "GET https://a.b/c"), ("$ curl https://a.b/c", "GET https://a.b/c"),
        ("curl https://a.b/c --url-query 'z=1'", "GET https://a.b/c?z=1"),
        ("curl -T dir/f.pdf 'https://a.b/c/?x=1'", "PUT https://a.b/c/f.pdf?x=1"),
        ("curl -T f.pdf -X POST https://a.b/c", "POST https://a.b/c"),
        ("curl --no-progress-meter --compressed -k --http2 https://a.b/c", "GET https://a.b/c"),
        ("curl --proxy-cert-type PEM --tlsuser x https://a.b/c", "GET https://a.b/c"),
    ])
    func `the method and the URL follow from the options`(line: String, request: String) throws {
        let found = try CURLReader.read(line)
        #expect("\(found.call.method) \(found.urlText)" == request)
    }

    @Test func `the data of several options is joined`() throws {
        let call = try CURLReader.read("curl https://a.b -d x=1 --data-raw '@y' --data-urlencode 'z=ä'").call
        #expect(call.body.map { String(decoding: $0.data, as: UTF8.self) } == "x=1&@y&z=%C3%A4")
        #expect(call.body?.contentType == "application/x-www-form-urlencoded")
    }

    @Test func `a file is named and not read`() throws {
        let request = try CURLReader.read("curl https://a.b --data-binary @photo.png -H 'Content-Type: image/png'")
        #expect(request.file == "photo.png")
        #expect(request.call.method == "POST")
    }

    @Test func `the parts of a form keep their files and types`() throws {
        let request = try CURLReader.read(
            "curl https://a.b -F 'image=@dir/a.png;type=image/png' -F title=Momo -F 'n=1;type=text/plain'")
        #expect(request.parts.map(\.name) == ["image", "title", "n"])
        #expect(request.parts[0].fileName == "a.png")
        #expect(request.parts[0].contentType == "image/png")
        #expect(request.parts.map(\.value) == ["", "Momo", "1"])
    }

    @Test func `credentials of options are headers`() throws {
        let call = try CURLReader.read("curl -u ann:secret -b 'a=1' -A x https://a.b").call
        #expect(call.headers["Authorization"] == "Basic YW5uOnNlY3JldA==")
        #expect(call.headers["Cookie"] == "a=1")
        #expect(call.headers["User-Agent"] == "x")
    }

    @Test(arguments: [
        (
            "curl https://a.b -d x=1 --data-binary @f.bin",
            "The data beside the file f.bin is left out: the file is the whole body."
        ),
        (
            "curl https://a.b --data-urlencode text@f.txt",
            "The text in the file f.txt is not read: its field is empty."
        ),
        ("curl https://a.b -H @headers.txt", "The headers in the file headers.txt are not read."),
        ("curl https://a.b -K options.txt", "The options in the file options.txt are not read."),
        ("curl https://a.b https://c.d", "Only the first of the 2 URLs is read."),
        ("curl -k https://a.b", "--insecure is left out: certificates are always checked."),
    ])
    func `a note names the part of a curl line that is not read`(line: String, note: String) throws {
        #expect(try CURLReader.read(line).notes == [note])
    }
}
