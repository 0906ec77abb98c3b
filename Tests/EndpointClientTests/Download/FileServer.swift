import EndpointTesting

@testable import EndpointClient

struct CoverEndpoint: Endpoint {
    typealias Content = Data
    var token = "canary-1"
    var id = "1"

    func makeRequest() throws -> URLRequest { try .get("cover", query: ["token": token, "id": id]) }
}

final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("endpoint-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}

/// A server of one file, which supports ranges, and truncates its first responses.
final class FileServer: Sendable {
    private struct State {
        var data: Data
        var tag: String
        var cuts: [Int]
        var requests: [RecordedRequest] = []
    }

    let loopback: LoopbackServer
    private let state: Locked<State>

    init(
        _ data: Data, tag: String = "\"1\"", cuts: [Int] = [], ignoresRanges: Bool = false, wrongRange: String? = nil,
        short: Int = 0
    ) throws {
        let state = Locked(State(data: data, tag: tag, cuts: cuts))
        self.state = state
        loopback = try LoopbackServer { request in
            let (data, tag, cut) = state.withLock { state in
                state.requests.append(request)
                return (state.data, state.tag, state.cuts.isEmpty ? nil : state.cuts.removeFirst())
            }
            var response = LoopbackResponse(headers: ["ETag": tag], body: data)
            let range = request.header("Range")?.dropFirst("bytes=".count).dropLast()
            if let first = range.flatMap({ Int($0) }), !ignoresRanges, request.header("If-Range") == tag {
                response = LoopbackResponse(
                    status: 206,
                    headers: [
                        "ETag": tag, "Content-Range": wrongRange ?? "bytes \(first)-\(data.count - 1)/\(data.count)",
                    ], body: data.dropFirst(first).dropLast(short))
            }
            return cut.map { .cut(response, afterBodyBytes: $0) } ?? .response(response)
        }
    }

    func replace(by data: Data, tag: String) {
        state.withLock { ($0.data, $0.tag) = (data, tag) }
    }

    var ranges: [String?] { state.withLock { $0.requests.map { $0.header("Range") } } }

    var validators: [String?] { state.withLock { $0.requests.map { $0.header("If-Range") } } }
}
