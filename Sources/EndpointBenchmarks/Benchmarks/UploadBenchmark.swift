import EndpointTesting

/// Measures memory and speed of large uploads. The server checks the bytes.
struct UploadBenchmark: Benchmark {
    static let synopsis = "upload [--engine urlsession|curl] [--gate] [--mebibytes 1024] [--data] [--bare]"
    static let summary =
        "Uploads a large file, as a file, a stream and a form; --data: also 100 MiB from memory; --bare: also with plain URLSession."

    private static let memoryGoal = 32 << 20
    private let engine: Engine
    private let isGated: Bool
    private let mebibytes: Int
    private let includesData: Bool
    private let includesBare: Bool

    init(_ arguments: inout Arguments) throws {
        engine = try Engine(&arguments)
        isGated = arguments.flag("--gate")
        includesData = arguments.flag("--data")
        includesBare = arguments.flag("--bare")
        mebibytes = try arguments.count("--mebibytes") ?? 1024
    }

    func run() async throws {
        let server = try ChildServer(.uploads)
        let client = engine.client(server.url)
        _ = try await client.upload(ReceiptEndpoint(body: .data(Data("warm-up".utf8))))
        Console.line("upload: the speed includes the server's checksum")
        let file = try LargeFile(mebibytes: mebibytes)
        if includesBare { try await sendBare(file, to: server.url) }
        try await check(file, as: "file", .file(file.url), client)
        try await check(file, as: "stream", file.stream, client)
        try await check(file, as: "form", .multipart(file.form), client)
        if includesData {
            let small = try LargeFile(mebibytes: 100)
            let body = try UploadEndpointBody.data(Data(contentsOf: small.url))
            _ = try await UploadRun(name: "data", expected: small.receipt()).report {
                try await client.upload(ReceiptEndpoint(body: body))
            }
        }
        withExtendedLifetime(server) {}
    }

    private func check(
        _ file: LargeFile, as name: String, _ body: UploadEndpointBody, _ client: EngineClient
    ) async throws {
        let pieces =
            if case .multipart(let form) = body { try form.pieces() } else { [UploadEndpointBody.file(file.url)] }
        let result = try await UploadRun(name: name, expected: file.receipt(of: pieces)).report {
            try await client.upload(ReceiptEndpoint(body: body))
        }
        guard isGated, let growth = result.growth, growth > Self.memoryGoal else { return }
        throw MissedGoal("upload, \(name): more than \(Self.memoryGoal >> 20) MiB above idle.")
    }

    /// The file by Foundation's own function for it.
    private func sendBare(_ file: LargeFile, to url: URL) async throws {
        let session = URLSession(configuration: .default)
        _ = try await UploadRun(name: "bare", expected: file.receipt()).report {
            var request = URLRequest(url: url)
            request.httpMethod = "POST"
            let (data, _) = try await session.upload(for: request, fromFile: file.url)
            return try JSONDecoder().decode(Receipt.self, from: data)
        }
    }
}

/// One large upload, and the receipt that the server must give for it.
struct UploadRun {
    let name: String
    let expected: Receipt

    /// Uploads once and prints the time and memory.
    ///
    /// - Throws: ``MissedGoal`` when the server received other bytes.
    func report(_ upload: () async throws -> Receipt) async throws -> UploadResult {
        let result = try await measure(upload)
        Console.line("\(result)")
        return result
    }

    private func measure(_ upload: () async throws -> Receipt) async throws -> UploadResult {
        let idle = ProcessMemory.resident ?? 0
        let isReset = ProcessMemory.resetPeak()
        var receipt: Receipt?
        let cost = try await Cost.of { receipt = try await upload() }
        guard receipt == expected else { throw MissedGoal("upload, \(name): the server received other bytes.") }
        return UploadResult(
            name: name, byteCount: expected.byteCount, cost: cost,
            growth: isReset ? ProcessMemory.peak.map { $0 - idle } : nil)
    }
}

/// The time and memory that a large upload took.
struct UploadResult {
    let name: String
    let byteCount: Int
    let cost: Cost

    /// The peak of resident memory minus that before, in bytes; nil where the system does not report it.
    let growth: Int?
}

extension UploadResult: CustomStringConvertible {
    var description: String {
        let speed = Double(byteCount) / cost.wall / 1e6
        let memory = growth.map { String(format: "%6.1f MiB above idle at most", Double($0) / 1_048_576) }
        let figures = String(
            format: "%5d MiB in %6.2f s, %5.0f MB/s, CPU %5.2f s", byteCount >> 20, cost.wall, speed, cost.processor)
        return "  \(name.padding(toLength: 8, withPad: " ", startingAt: 0))\(figures), \(memory ?? "memory unknown"), "
            + "bytes and checksum as sent"
    }
}

/// A temporary sparse file: each MiB begins with its number, and the rest is a hole. The numbers make the checksum
/// differ when a piece is missing, repeated or misplaced.
final class LargeFile: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("EndpointBenchmarks-\(getpid()).bin")
    let byteCount: Int

    init(mebibytes: Int) throws {
        byteCount = mebibytes << 20
        try Data().write(to: url)
        let file = try FileHandle(forWritingTo: url)
        for number in 0..<mebibytes {
            try file.seek(toOffset: UInt64(number << 20))
            try file.write(contentsOf: Data("MiB \(number)\n".utf8))
        }
        try file.truncate(atOffset: UInt64(byteCount))
        try file.close()
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// The bytes of the file as a stream, opened again for every attempt.
    var stream: UploadEndpointBody {
        .stream(InputStream(url: self.url) ?? InputStream(data: Data()), length: Int64(byteCount))
    }

    /// The file as a part of a form.
    var form: Multipart { [.field("size", byteCount), .file("file", url)] }

    /// The receipt that the server must give for the file.
    func receipt() throws -> Receipt {
        try receipt(of: [.file(url)])
    }

    /// The receipt that the server must give for pieces sent one after the other.
    func receipt(of pieces: [UploadEndpointBody]) throws -> Receipt {
        var (count, checksum) = (0, FNV1a())
        for piece in pieces {
            try Self.read(piece) { bytes in
                count += bytes.count
                checksum.add(bytes)
            }
        }
        return Receipt(byteCount: count, checksum: checksum.value)
    }

    private static func read(_ piece: UploadEndpointBody, _ take: (Data) -> Void) throws {
        switch piece {
        case .data(let data):
            take(data)
        case .file(let url):
            let file = try FileHandle(forReadingFrom: url)
            while let bytes = try file.read(upToCount: 1 << 20), !bytes.isEmpty { take(bytes) }
        case .stream, .multipart:
            break
        }
    }
}

/// Uploads a body and reads the server's receipt.
struct ReceiptEndpoint: JsonEndpoint, UploadEndpoint {
    typealias Content = Receipt

    let body: UploadEndpointBody

    func makeRequest() throws -> (URLRequest, UploadEndpointBody) {
        (try .post("uploads"), body)
    }
}

/// The length and checksum of the body that the server has received.
struct Receipt: Codable, Hashable, Sendable {
    let byteCount: Int
    let checksum: UInt64
}

extension Receipt {
    init(of request: RecordedRequest) {
        self.init(byteCount: request.bodyByteCount, checksum: request.bodyChecksum ?? 0)
    }

    var reply: LoopbackReply {
        .json(#"{"byteCount":\#(byteCount),"checksum":\#(checksum)}"#)
    }
}
