import EndpointTesting
import HTTPBinExample

/// The request as httpbin received it.
typealias Echo = HTTPBin.Echo

extension HTTPBin.Echo {
    /// The path of the request, as the server decoded it.
    var path: String {
        let end = url.split(separator: "?", maxSplits: 1).first ?? ""
        return "/" + end.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true).dropFirst(2).joined()
    }
}

extension JSONValue {
    /// Values of one name as httpbin returns them: one as a string, several as an array.
    static func texts(_ texts: String...) -> JSONValue {
        texts.count == 1 ? .string(texts[0]) : .array(texts.map(JSONValue.string))
    }
}

/// A body as a server received it: its length and SHA-256, its `Content-Type`, `Content-Length` and
/// `Transfer-Encoding`, and the decoded path.
struct ReceivedBody: Decodable {
    let path: String
    let length: Int
    let sha256: String
    let type: String?
    let announced: String?
    let coding: String?
}

/// A form as parsed by Werkzeug, the library that httpbin uses.
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
