import EndpointTesting
import Testing

/// Asks for a number as JSON.
struct NumberEndpoint: JsonEndpoint {
    typealias Content = Int

    var path: Path = "number"
    var method = HTTPMethod.get
    var headers: [String: String] = [:]

    func makeRequest() throws -> URLRequest {
        var request: URLRequest = try .get(path, headers: headers)
        request.httpMethod = method.rawValue
        return request
    }
}

/// Whether there is time for the full number of repetitions: `ENDPOINT_THOROUGH=1 swift test`.
let isThorough = ProcessInfo.processInfo.environment["ENDPOINT_THOROUGH"] == "1"

let api = URL(string: "https://api.example.com/v1")!

extension Interaction {
    /// `GET https://api.example.com/v1/number → 200`, with a number as its body.
    static func number(_ number: Int, at path: String = "number", method: String = "GET") -> Interaction {
        let response = Response(
            200, headers: [HeaderField("Content-Type", "application/json")], body: Data("\(number)".utf8))
        return Interaction(Request(method, "https://api.example.com/v1/\(path)"), .response(response))
    }
}

/// A folder of a test's own, which goes away with it.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = try FileManager.default.url(
            for: .itemReplacementDirectory, in: .userDomainMask, appropriateFor: FileManager.default.temporaryDirectory,
            create: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    func cassette(_ name: String = "test.har") -> CassetteFile { CassetteFile(file(name)) }

    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? [] }
}
