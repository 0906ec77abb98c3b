/// Reads a body, which a HAR file stores as text, as base64, as JSON, or in a separate file.
struct HARBodyReader {
    let node: JSONNode
    let path: String
    let entry: String
    let sidecar: ((String) throws -> Data)?

    init(_ node: JSONNode, path: String, entry: String, sidecar: ((String) throws -> Data)?) {
        self.node = node
        self.path = path
        self.entry = entry
        self.sidecar = sidecar
    }

    /// The bytes; nil if the file has none.
    func data() throws -> Data? {
        if let file = try node.text("_file", in: path) { return try load(file) }
        let json = node["_json"]
        guard let text = try node.text("text", in: path) else {
            return json.map { Data(JSONPrinter.compact($0).utf8) }
        }
        let data = try bytes(of: text)
        if let json { try check(json, against: data) }
        return data
    }

    private var place: String { "\(entry).\(path)" }

    private func bytes(of text: String) throws -> Data {
        guard try node.text("encoding", in: path) == "base64" else { return Data(text.utf8) }
        let isBroken = text.utf8.contains { $0 == 0x0A || $0 == 0x0D }
        let joined = isBroken ? text.filter { !$0.isNewline } : text
        guard let data = Data(base64Encoded: joined) else { throw CassetteError(.base64(path: place + ".text")) }
        return data
    }

    private func check(_ json: JSONNode, against data: Data) throws {
        let text = JSONParser.node(data)
        guard text != json else { return }
        let difference = text.map { JSONDifference.first($0.canonical, json.canonical) } ?? "$"
        if let difference {
            throw CassetteError(.bodiesDisagree(path: place + ".text", other: place + "._json", at: difference))
        }
    }

    /// Loads a file in the folder of the cassette or below it. A path that could lead out of the folder is an error.
    private func load(_ file: String) throws -> Data {
        let steps = file.split(separator: "/", omittingEmptySubsequences: false)
        let leaves = steps.contains { $0.isEmpty || $0 == "." || $0 == ".." } || file.contains { "\\:\0~".contains($0) }
        if leaves { throw CassetteError(.fileOutside(path: place + "._file", file: file)) }
        do {
            guard let sidecar else { throw CassetteError(.notHAR("no folder was given")) }
            return try sidecar(file)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
            throw CassetteError(.fileMissing(path: place + "._file", file: file))
        } catch {
            let problem = sidecar == nil ? "there is no folder to look in." : "\(error)"
            throw CassetteError(.fileUnreadable(path: place + "._file", file: file, problem: problem))
        }
    }
}
