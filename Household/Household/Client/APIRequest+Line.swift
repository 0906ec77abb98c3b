import EndpointClient

extension APIRequest {
    /// `GET books?limit=2`
    var line: String {
        let shown = Redaction.standard.request(urlRequest)
        return "\(shown.httpMethod ?? "GET") \(shown.url?.relativeString ?? "")"
    }
}
