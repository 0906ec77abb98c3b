import EndpointClient

extension APIResponse {
    /// `200 OK, 312 bytes of application/json`
    var line: String {
        let status = "\(http.statusCode) \(HTTPStatus.reason(http.statusCode))"
        guard !data.isEmpty else { return status }
        let type = http.value(forHTTPHeaderField: "Content-Type").map { " of \($0)" } ?? ""
        return "\(status), \(data.count) bytes\(type)"
    }
}
