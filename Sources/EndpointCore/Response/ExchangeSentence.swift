/// Who asked what, for the sentences of errors.
enum RequestSummary {
    /// `GET /v1/books?page=2`: the method that was asked with, the URL that answered, no secret.
    static func opening(_ request: URLRequest?, _ response: HTTPURLResponse?) -> String {
        let url = response?.url ?? request?.url
        let asked = url.map { Redaction.standard.urlText(target(of: $0)) } ?? ""
        return [request?.httpMethod ?? "", asked].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// `GET books?page=2`: the method and the URL as they are asked for, no secret.
    static func asking(_ request: URLRequest) -> String {
        let url = request.url.map { Redaction.standard.urlText($0.relativeString) } ?? ""
        return Redaction.standard.line("\(request.httpMethod ?? "GET") \(url)", limit: 4096)
    }

    private static func target(of url: URL) -> String {
        let parts = url.relativeString.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count > 2, parts[0].hasSuffix(":"), parts[1].isEmpty else { return url.relativeString }
        return "/" + (parts.count > 3 ? parts[3] : "")
    }
}
