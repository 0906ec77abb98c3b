import EndpointClient

extension APIResponse {
    /// `200, 312 bytes of application/json`
    var line: String {
        guard !data.isEmpty else { return "\(http.statusCode)" }
        let type = http.value(forHTTPHeaderField: "Content-Type").map { " of \($0)" } ?? ""
        return "\(http.statusCode), \(data.count) bytes\(type)"
    }
}
