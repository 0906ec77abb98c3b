import EndpointTesting

extension StressExchange {
    /// The exchange in a line, for the reader.
    var summary: String {
        let body = body.map { "\($0.kind) of \($0.payload.data.count) B" } ?? "GET"
        let end = cancellation.map { String(format: "cancelled after %.2f ms", $0 * 1000) } ?? "not cancelled"
        return "#\(number) \(behaviour.rawValue), \(body), answer \(answer.data.count) B, \(end)"
            + (callsBack ? ", by completion" : "")
    }
}

extension Result<Arrival, any Error> {
    /// The result in a line, for the reader.
    var summary: String {
        switch self {
        case .success(let arrival):
            "\(arrival.status) #\(arrival.number ?? "-") \(arrival.method ?? "-"), \(arrival.body.count) B, arrived \(arrival.arrived ?? "-")"
        case .failure(let error as URLError): "URLError \(error.code.rawValue) \(error.localizedDescription)"
        case .failure(let error): "\(error)"
        }
    }
}
