import EndpointTesting

/// Asks the server for its report.
struct StressReportEndpoint: JsonEndpoint {
    typealias Content = StressReport

    func makeRequest() throws -> URLRequest {
        try .get("report")
    }
}
