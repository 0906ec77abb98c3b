import EndpointTesting

/// Compares the time for a body of very many small chunks, as from a server that writes row by row.
struct RowsBenchmark: Benchmark {
    static let synopsis = "rows [--gate] [--rounds 3] [--rows 400000]"
    static let summary = "Bodies of many rows of 100 bytes, one chunk each, against bare URLSession.data(for:)."

    private let rounds: Int
    private let rows: Int
    private let isGated: Bool

    init(_ arguments: inout Arguments) throws {
        isGated = arguments.flag("--gate")
        rounds = try arguments.count("--rounds") ?? 3
        rows = try arguments.count("--rows") ?? 400_000
    }

    func run() async throws {
        let server = try ChildServer(.rows)
        let comparison = Comparison(
            name: "rows, \(rows) of 100 bytes", baseline: bare(server.url),
            candidates: Engine.available.map { engine in
                Candidate(
                    variant: variant(engine, server.url),
                    gate: engine == .curl ? Gate(wall: 0.3, processor: 0.25) : .none)
            }, rounds: rounds, operations: 1)
        if isGated { try await comparison.hold() } else { Console.line(try await comparison.measure().table) }
        withExtendedLifetime(server) {}
    }

    private func bare(_ base: URL) -> Variant {
        let session = URLSession(configuration: .default)
        return Variant(name: "URLSession.data(for:)") { [rows] count in
            for _ in 0..<count {
                let request = URLRequest(url: base.appendingPathComponent("\(rows)"))
                let (data, _) = try await session.data(for: request)
                guard data.count == rows * 100 else { throw MissedGoal("rows: \(data.count) bytes arrived.") }
            }
        }
    }

    private func variant(_ engine: Engine, _ base: URL) -> Variant {
        let client = engine.client(base)
        return Variant(name: engine.clientName) { [rows] count in
            for _ in 0..<count {
                let request = try URLRequest.get(URL(string: "\(rows)")!)
                let data = try await client.send(APIRequest(request, for: RawBytesEndpoint(request: request))).data
                guard data.count == rows * 100 else { throw MissedGoal("rows: \(data.count) bytes arrived.") }
            }
        }
    }
}

/// Any request, whose content is the body.
struct RawBytesEndpoint: Endpoint {
    let request: URLRequest

    func makeRequest() -> URLRequest { request }

    func content(from response: URLResponse?, with body: Data) -> Data { body }
}

/// How the server of ``RowsBenchmark`` replies: the path is the number of rows.
enum RowsService {
    static func reply(to request: RecordedRequest) -> LoopbackReply {
        let rows = Int(request.path.dropFirst()) ?? 0
        let chunk = Data("64\r\n".utf8) + Data(repeating: UInt8(ascii: "x"), count: 100) + Data("\r\n".utf8)
        var bytes = Data("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        bytes.reserveCapacity(bytes.count + rows * chunk.count + 5)
        for _ in 0..<rows { bytes.append(chunk) }
        return .raw(bytes + Data("0\r\n\r\n".utf8), close: false)
    }
}
