extension HAREntry {
    /// What was asked. Cookies and query are not read: the headers and the URL say the same.
    mutating func request() throws -> Interaction.Request {
        let request = try node.object("request", in: "").orMissing("request")
        let url = try request.text("url", in: "request").orMissing("request.url")
        let fields = try headers(of: request, in: "request", without: [])
        return Interaction.Request(
            try request.text("method", in: "request").orMissing("request.method"),
            String(url.prefix { $0 != "#" }), headers: fields, body: try postData(of: request, fields))
    }

    private mutating func postData(
        of request: JSONNode, _ headers: [HeaderField]
    ) throws -> Interaction.Body? {
        guard let post = try request.object("postData", in: "request") else { return nil }
        let named = try post.text("mimeType", in: "request.postData") ?? ""
        let type = named.isEmpty ? headers.value(of: "Content-Type") ?? "" : named
        let data = try HARBody(post, path: "request.postData", entry: place, sibling: sibling).data()
        if let data, !data.isEmpty { return Interaction.Body(data, contentType: type) }
        return try form(of: post).map { Interaction.Body($0, contentType: type) }
    }

    /// A form of which only the fields were kept.
    private mutating func form(of post: JSONNode) throws -> Data? {
        guard let params = try post.list("params", in: "request.postData"), !params.isEmpty else { return nil }
        if params.contains(where: { $0["fileName"]?.string != nil }) {
            note("its body is a form with files, of which only the names were kept; it was left out")
            return nil
        }
        note("the text of its form is missing; it was rebuilt from the fields")
        let pairs = try params.map { param in
            let name = try param.text("name", in: "request.postData.params") ?? ""
            let value = try param.text("value", in: "request.postData.params") ?? ""
            return "\(PercentEncoding.form(name))=\(PercentEncoding.form(value))"
        }
        return Data(pairs.joined(separator: "&").utf8)
    }
}
