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
