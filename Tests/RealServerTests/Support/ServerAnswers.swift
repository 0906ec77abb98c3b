import EndpointTesting
import HTTPBinExample

/// What httpbin saw of a request.
typealias Echo = HTTPBin.Echo

extension HTTPBin.Echo {
    /// Where it arrived, as the server decoded it.
    var path: String {
        let end = url.split(separator: "?", maxSplits: 1).first ?? ""
        return "/" + end.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true).dropFirst(2).joined()
    }
}

extension JSONValue {
    /// Texts as httpbin shows them: one as it is, several of one name as an array.
    static func texts(_ texts: String...) -> JSONValue {
        texts.count == 1 ? .string(texts[0]) : .array(texts.map(JSONValue.string))
    }
}

/// What a server counted of a body: its bytes, its SHA-256, and the headers that announced it: its type, its
/// length, its transfer coding; and the decoded path.
struct Fingerprint: Decodable {
    let path: String
    let length: Int
    let sha256: String
    let type: String?
    let announced: String?
    let coding: String?
}

/// A form as Werkzeug, the library below httpbin, has read it.
struct ParsedForm: Decodable {
    struct File: Decodable {
        let name: String
        let filename: String
        let type: String?
        let length: Int
        let sha256: String
    }

    let fields: [[String]]
    let files: [File]
}
