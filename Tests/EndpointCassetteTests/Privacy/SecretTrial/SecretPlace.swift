import EndpointCassette

/// A place of a message at which a secret stands beside a name.
enum SecretPlace: String, CaseIterable {
    case query, secondQuery, fragment, matrix, bracketQuery, form, json, nestedJSON, jsonInText, jsonURL, header,
        cookie, setCookie
    case xml, xmlAttributes, cdata, htmlInput, htmlInputReversed, htmlInputBare, htmlMeta, textColon, textEquals,
        multipart

    enum Syntax { case url, json, header, markup, text }

    var syntax: Syntax {
        switch self {
        case .query, .secondQuery, .fragment, .matrix, .bracketQuery, .form, .jsonURL: .url
        case .json, .nestedJSON, .jsonInText: .json
        case .header, .cookie, .setCookie: .header
        case .xml, .xmlAttributes, .cdata, .htmlInput, .htmlInputReversed, .htmlInputBare, .htmlMeta: .markup
        case .textColon, .textEquals, .multipart: .text
        }
    }

    /// The part of a message: what it is, and its text.
    func part(_ name: String, _ text: String) -> MessagePart {
        switch self {
        case .query: .url("https://api.example.com/v1/things?\(name)=\(text)&page=2")
        case .secondQuery: .url("/v1/things?page=2&\(name)=\(text)")
        case .fragment: .url("https://app.example.com/done#\(name)=\(text)&page=2")
        case .matrix: .url("https://api.example.com/v1;\(name)=\(text)/things")
        case .bracketQuery: .url("https://api.example.com/v1/things?user%5B\(name)%5D=\(text)")
        case .form: .body("page=2&\(name)=\(text)&q=tea", "application/x-www-form-urlencoded")
        case .json: .body(#"{"page": 2, "\#(name)": "\#(text)", "q": "tea"}"#, "application/json")
        case .nestedJSON: .body(#"{"data": [{"user": {"\#(name)": "\#(text)"}}], "q": "tea"}"#, "application/json")
        case .jsonInText: .body(#"sent {"page": 2, "\#(name)": "\#(text)"} to it"#, "text/plain")
        case .jsonURL:
            .body(#"{"next": "https://api.example.com/v1/things?\#(name)=\#(text)&page=2"}"#, "application/json")
        case .header: .header(name, text)
        case .cookie: .header("Cookie", "theme=dark; \(name)=\(text)")
        case .setCookie: .header("Set-Cookie", "\(name)=\(text); Path=/; HttpOnly")
        case .xml: .body("<r><\(name)>\(text)</\(name)><q>tea</q></r>", "application/xml")
        case .xmlAttributes: .body("<r><a:\(name) type=\"text\" id='x'>\(text)</a:\(name)></r>", "application/xml")
        case .cdata: .body("<r><\(name)><![CDATA[\(text)]]></\(name)></r>", "application/xml")
        case .htmlInput: .body("<form><input type=\"hidden\" name=\"\(name)\" value=\"\(text)\"></form>", "text/html")
        case .htmlInputReversed: .body("<input value='\(text)' type='hidden' name='\(name)'/>", "text/html")
        case .htmlInputBare: .body("<input type=hidden name=\(name) value=\(text)>", "text/html")
        case .htmlMeta: .body("<head><meta name=\"\(name)\" content=\"\(text)\" /></head>", "text/html")
        case .textColon: .body("started\n\(name): \(text)\ndone", "text/plain")
        case .textEquals: .body("started with \(name)=\(text) in 3 ms", "text/plain")
        case .multipart:
            .body(
                "--B\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(text)\r\n--B--\r\n",
                "multipart/form-data; boundary=B")
        }
    }
}

/// A part of a message as a text.
enum MessagePart {
    case url(String)
    case header(String, String)
    case body(String, String)

    var text: String {
        switch self {
        case .url(let text), .header(_, let text), .body(let text, _): text
        }
    }

    /// The text without its secrets.
    func redacted(by redaction: Redaction) -> String {
        switch self {
        case .url(let url): redaction.urlText(url)
        case .header(let name, let value): redaction.header(name, value)
        case .body(let text, let type):
            String(decoding: redaction.body(Data(text.utf8), contentType: type), as: UTF8.self)
        }
    }

    /// An exchange whose answer has this part.
    func exchange(for request: Interaction.Request) -> Interaction {
        var response = Interaction.Response(200)
        switch self {
        case .url(let url): response.headers = ["Location": url]
        case .header(let name, let value): response.headers = [name: value]
        case .body(let text, let type):
            response.headers = ["Content-Type": type]
            response.body = Data(text.utf8)
        }
        return Interaction(request, .response(response))
    }
}
