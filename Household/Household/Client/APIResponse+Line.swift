import EndpointClient

extension APIResponse {
    /// `200 OK, 312 bytes of application/json`
    var line: String {
        let status = statusLine
        guard !data.isEmpty else { return status }
        let type = http.value(forHTTPHeaderField: "Content-Type").map { " of \($0)" } ?? ""
        return "\(status), \(data.count) bytes\(type)"
    }
}
