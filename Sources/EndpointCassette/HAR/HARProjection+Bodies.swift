extension HARProjection {
    /// The body of a request. `params` and `text` always stand there, because readers fail without them.
    mutating func postData(_ body: Interaction.Body) throws -> JSONNode {
        let isForm = body.contentType.lowercased().hasPrefix("application/x-www-form-urlencoded")
        let form = isForm ? FormItem.items(Substring(decoding: body.data, as: UTF8.self)) : []
        var members = [("mimeType", JSONNode.string(body.contentType)), ("params", Self.pairs(form))]
        let kept = try keeping(body.data, type: body.contentType, path: "request.postData")
        if !kept.contains(where: { $0.0 == "text" }) { members.append(("text", "")) }
        return JSONNode(members + kept)
    }

    /// The body of a response.
    mutating func content(_ response: Interaction.Response) throws -> JSONNode {
        let members = [("size", JSONNode(response.body.count)), ("mimeType", .string(response.contentType))]
        return JSONNode(
            members + (try keeping(response.body, type: response.contentType, path: "response.content")))
    }

    /// The bytes as text if they are UTF-8, else as base64; JSON also as a value that people can read; a large body apart.
    private mutating func keeping(_ data: Data, type: String, path: String) throws -> [(String, JSONNode)] {
        if data.count > format.largestBody {
            throw CassetteError(.bodyTooLarge(path: "\(place).\(path)", size: data.count, limit: format.largestBody))
        }
        if data.count > format.largestEmbeddedBody { return [("_file", .string(keepingApart(data, type)))] }
        let text = String(decoding: data, as: UTF8.self)
        guard text.utf8.elementsEqual(data) else {
            return [("text", .string(data.base64EncodedString())), ("encoding", "base64")]
        }
        let json = BodyKind(type) == .json ? JSONParser.node(data) : nil
        return [("text", .string(text))] + (json.map { [("_json", $0)] } ?? [])
    }

    private mutating func keepingApart(_ data: Data, _ type: String) -> String {
        let sidecar = HARFile.Sidecar(name: "\(SHA1.hexadecimal(of: data)).\(BodyKind(type).fileExtension)", data: data)
        keep(sidecar)
        return sidecar.name
    }
}
