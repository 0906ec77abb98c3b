import EndpointTesting
import Foundation

/// A line of a set: an exchange, and a text that must not be shown of it, or the texts that must. See `Sets/README.md`.
struct ShownSample {
    let name: String
    /// Whether the rules may be tuned to it.
    let isTuned: Bool
    let texts: [String]
    private(set) var request = URLRequest(url: URL(string: "https://api.example.com/v1/things")!)
    private(set) var status = 200
    private(set) var headers: [String: String] = [:]
    private(set) var body = Data()

    static let secrets = lines(of: "secrets.txt").map { ShownSample(secret: $0) }
    static let replies = lines(of: "replies.txt").map { ShownSample(reply: $0) }

    private static func lines(of file: String) -> [[String]] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Sets")
        let text = (try? String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.components(separatedBy: " ¦ ") }
    }

    private init(name: String, texts: [String]) {
        self.name = name
        self.texts = texts
        isTuned = Self.hash(name) >> 63 == 0
    }

    /// FNV-1a with a seed, so that a line stays in its half when others are added.
    private static func hash(_ name: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ 20
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash ^ hash << 32
    }

    private static let types = [
        "json": "application/json", "form": "application/x-www-form-urlencoded", "xml": "application/xml",
        "csv": "text/csv",
        "html": "text/html", "yaml": "application/yaml", "text": "text/plain", "ndjson": "application/x-ndjson",
        "events": "text/event-stream", "binary": "image/png", "multipart": "multipart/form-data; boundary=B",
    ]

    private init(secret line: [String]) {
        self.init(name: line[0], texts: [line[2]])
        let place = line[1].split(separator: " ").map(String.init)
        let text = line[3].replacingOccurrences(of: "§", with: line[2]).replacingOccurrences(of: "⏎", with: "\n")
        let field = text.components(separatedBy: ": ")
        let kind = place[0].hasPrefix("req") ? String(place[0].dropFirst(3)) : place[0]
        status = place.count > 1 ? Int(place[1]) ?? 200 : 200
        switch place[0] {
        case "url": request.url = URL(string: text)
        case "header": headers[field[0]] = field[1...].joined(separator: ": ")
        case "reqheader": request.setValue(field[1...].joined(separator: ": "), forHTTPHeaderField: field[0])
        case "reqjson", "reqtext", "form", "multipart":
            let part = "--B\r\nContent-Disposition: form-data; name=\"\(text)\"\r\n\r\n\(line[2])\r\n--B--\r\n"
            request.httpMethod = "POST"
            request.setValue(Self.types[kind], forHTTPHeaderField: "Content-Type")
            request.httpBody = Data((kind == "multipart" ? part : text).utf8)
        default:
            headers["Content-Type"] = Self.types[kind]
            body = Data(text.utf8)
        }
    }

    private init(reply line: [String]) {
        self.init(name: line[0], texts: line[3].components(separatedBy: " & "))
        status = Int(line[1]) ?? 0
        headers["Content-Type"] = line[2].isEmpty ? nil : line[2]
        body = Data(line[4].replacingOccurrences(of: "⏎", with: "\n").utf8)
    }
}

extension ShownSample {
    /// Everything that is printed of a call with this exchange: errors, log lines, events, commands, reproductions, the
    /// miss of a replay.
    func shown(by redaction: Redaction) async throws -> String {
        let lines = Locked<[String]>([])
        let answering = AnsweringClient(sample: self, traits: ClientTraits(redaction: redaction))
        let client = answering.logging(
            to: LogSink { entry in lines.withLock { $0 += [entry.line, entry.json] } },
            showing: [.commands, .headers, .bodies, .timings]
        ).metering { event in lines.withLock { $0.append("\(event)") } }
        for endpoint in [SampleEndpoint(sample: self, isFailure: false), SampleEndpoint(sample: self, isFailure: true)]
        {
            let texts = await texts(of: endpoint, by: client)
            lines.withLock { $0 += texts }
        }
        let other = Interaction.Request(
            "POST", request.url?.absoluteString ?? "", body: .init(Data("{}".utf8), contentType: ""))
        let replay = ReplayingClient(
            Cassette([Interaction(other, .response(.init(200)))]), baseURL: URL(string: "https://api.example.com/v1/")!,
            redaction: redaction)
        let miss = await Result { try await replay.request(SampleEndpoint(sample: self, isFailure: false)) }
        if case .failure(let error) = miss { lines.withLock { $0.append("\(error)") } }
        await client.flush()
        return lines.withLock { $0 }.joined(separator: "\n")
    }

    /// What the error of a call says.
    func error(by redaction: Redaction) async -> String {
        let client = AnsweringClient(sample: self, traits: ClientTraits(redaction: redaction))
        let result = await Result { try await client.request(SampleEndpoint(sample: self, isFailure: false)) }
        if case .failure(let error) = result { return error.localizedDescription }
        return ""
    }

    private func texts(of endpoint: SampleEndpoint, by client: some APIClient) async -> [String] {
        let result = await Result { try await client.request(endpoint) }
        guard case .failure(let error) = result else { return [] }
        let texts = [
            "\(error)", error.localizedDescription, String(reflecting: error),
            "\(Mirror(reflecting: error).children.map(\.value))",
        ]
        switch error {
        case let error as HTTPError: return texts + ["\(error.reproduction())", "\(error.reproduction(of: endpoint))"]
        case let error as ContentError: return texts + ["\(error.reproduction())", error.problem]
        default: return Array(texts.prefix(2))
        }
    }
}

extension Result where Failure == any Error, Success: Sendable {
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}

/// Decodes what no sample holds, or throws an error of the API's own.
private struct SampleEndpoint: Endpoint {
    typealias Content = Int

    let sample: ShownSample
    let isFailure: Bool

    func makeRequest() throws -> URLRequest { sample.request }

    func validate(_ response: URLResponse?, with data: Data) throws {
        if isFailure { throw SampleFailure() }
        try HTTPError.check(response, with: data)
    }

    func content(from response: URLResponse?, with data: Data) throws -> Int {
        do {
            return try JSONDecoder().decode([String: [String: Int]].self, from: data)["id"]?["id"] ?? 0
        } catch let error as DecodingError {
            throw ContentError(error, decoding: Int.self, from: response, with: data)
        }
    }
}

private struct SampleFailure: APIFailure {
    var exchange = FailedExchange()
}

private struct AnsweringClient: APIClient {
    let sample: ShownSample
    let traits: ClientTraits

    func send(_ request: APIRequest) async throws -> APIResponse {
        let http = HTTPURLResponse(
            url: sample.request.url!, statusCode: sample.status, httpVersion: "HTTP/1.1", headerFields: sample.headers)
        return APIResponse(http: http!, body: .data(sample.body))
    }
}
