import EndpointTesting

/// Memory and speed of large uploads, whose bytes the server counts and checks.
struct UploadBenchmark: Benchmark {
    static let synopsis = "upload [--gate] [--mebibytes 1024] [--data]"
    static let summary = "Uploads a large file, as a file, a stream and a form; --data: also 100 MiB from memory."

    private static let memoryGoal = 32 << 20
    private let isGated: Bool
    private let mebibytes: Int
    private let includesData: Bool

    init(_ arguments: inout Arguments) throws {
        isGated = arguments.flag("--gate")
        includesData = arguments.flag("--data")
        mebibytes = try arguments.count("--mebibytes") ?? 1024
    }

    func run() async throws {
        let server = try ChildServer(.uploads)
        let client = URLSessionClient(baseURL: server.url)
        _ = try await client.upload(ReceiptEndpoint(body: .data(Data("warm-up".utf8))))
        Console.line("upload: the speed includes the server's checksum")
        let file = try LargeFile(mebibytes: mebibytes)
        try await check(file, as: "file", .file(file.url), client)
        try await check(file, as: "stream", file.stream, client)
        try await check(file, as: "form", .multipart(file.form), client)
        if includesData {
            let small = try LargeFile(mebibytes: 100)
            _ = try await UploadRun(
                name: "data", body: .data(Data(contentsOf: small.url)), expected: small.receipt()
            ).report(with: client)
        }
        withExtendedLifetime(server) {}
    }

    private func check(
        _ file: LargeFile, as name: String, _ body: UploadEndpointBody, _ client: URLSessionClient
    ) async throws {
        let pieces =
            if case .multipart(let form) = body { try form.pieces() } else { [UploadEndpointBody.file(file.url)] }
        let result = try await UploadRun(name: name, body: body, expected: file.receipt(of: pieces)).report(
            with: client)
        guard isGated, let growth = result.growth, growth > Self.memoryGoal else { return }
        throw MissedGoal("upload, \(name): more than \(Self.memoryGoal >> 20) MiB above idle.")
    }
}
