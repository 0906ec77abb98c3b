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

    func file(_ name: String, _ data: Data? = nil) throws -> URL {
        let file = url.appendingPathComponent(name)
        try data?.write(to: file)
        return file
    }

    /// The names of all files, without the digests in them.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url.path).map {
            $0.replacingOccurrences(of: #"\.[0-9a-f]{16}\.partial"#, with: ".partial", options: .regularExpression)
        }.sorted()
    }
}

/// The file with the bytes of a download that is not finished.
func partial(of file: URL, number: Int = 0) -> URL {
    let names = DownloadNames(for: file.lastPathComponent, number: number)
    return file.deletingLastPathComponent().appendingPathComponent(names.partial)
}

extension APIClient {
    /// A download whose waits take no time.
    @discardableResult
    func fetch<E: Endpoint>(
        _ endpoint: E, to file: URL, continuing: Int = 5, progress: TransferProgress.Handler? = nil,
        time: TimeSource = TimeSource(LeapingClock(clock: TestClock())), check: ((FileChunks) throws -> Void)? = nil
    ) async throws -> Download {
        try await download(
            endpoint, to: file, continuing: continuing, progress: progress, time: time, check: check)
    }
}

/// Answers each request with the next reply, and all further ones with the last.
final class Replies: Sendable {
    let loopback: LoopbackServer
    private let requests = Locked<[RecordedRequest]>([])

    init(_ replies: LoopbackReply...) throws {
        let requests = requests
        loopback = try LoopbackServer { request in
            let index = requests.withLock { requests in
                requests.append(request)
                return requests.count - 1
            }
            return replies[min(index, replies.count - 1)]
        }
    }

    /// The values of a field in all requests.
    func values(_ name: String) -> [String?] { requests.withLock { $0.map { $0.header(name) } } }
}

extension LoopbackReply {
    /// A response of a part: `bytes 100-199/500`.
    static func part(_ range: String, _ body: Data, _ headers: HeaderFields = ["ETag": "\"1\""]) -> LoopbackReply {
        .response(.part(range, body, headers))
    }

    /// A whole body.
    static func whole(_ body: Data, _ headers: HeaderFields = ["ETag": "\"1\""]) -> LoopbackReply {
        .response(LoopbackResponse(headers: headers, body: body))
    }

    /// A whole body that breaks off after so many bytes.
    static func cut(_ body: Data, after count: Int, _ headers: HeaderFields = ["ETag": "\"1\""]) -> LoopbackReply {
        .cut(LoopbackResponse(headers: headers, body: body), afterBodyBytes: count)
    }

    /// A whole body of unknown length that breaks off.
    static func cutChunks(_ body: Data, _ headers: HeaderFields = ["ETag": "\"1\""]) -> LoopbackReply {
        let chunks = AsyncStream<Data> { source in
            source.yield(body)
            source.finish()
        }
        return .cutStream(LoopbackResponse(headers: headers), chunks)
    }

    /// A range that cannot be satisfied: `bytes */500`.
    static func unsatisfied(_ range: String, _ headers: HeaderFields = ["ETag": "\"1\""]) -> LoopbackReply {
        var headers = headers
        headers["Content-Range"] = range
        return .status(416, headers: headers)
    }
}

extension LoopbackResponse {
    static func part(_ range: String, _ body: Data, _ headers: HeaderFields = ["ETag": "\"1\""]) -> LoopbackResponse {
        var headers = headers
        headers["Content-Range"] = range
        return LoopbackResponse(status: 206, headers: headers, body: body)
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
