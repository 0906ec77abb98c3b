import EndpointTesting

/// An answer as it came: what it says of itself, and its bytes.
struct Arrival: Sendable {
    let status: Int
    let number: String?
    let method: String?
    let arrived: String?
    let body: Data

    init(_ response: URLResponse?, _ body: Data) {
        let http = response as? HTTPURLResponse
        status = http?.statusCode ?? 0
        number = http?.value(forHTTPHeaderField: StressField.number)
        method = http?.value(forHTTPHeaderField: StressField.method)
        arrived = http?.value(forHTTPHeaderField: StressField.arrived)
        self.body = body
    }
}
