import EndpointClient
import Foundation

// Makes one call to a port that nothing listens on, and prints the sentence of its error.

struct Probe: Endpoint {
    typealias Content = Data

    func makeRequest() throws -> URLRequest { try .get("x") }
}

do {
    let client = CURLClient(baseURL: URL(string: "http://127.0.0.1:9")!)
    print("answered with", try await client.request(Probe()))
} catch {
    print(error.localizedDescription)
}
