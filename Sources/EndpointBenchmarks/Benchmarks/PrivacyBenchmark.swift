import EndpointTesting

/// Prints what privacy costs: the size of its code, the time for saving and redacting, and the binary bodies that a
/// cassette changes.
struct PrivacyBenchmark: Benchmark {
    static let synopsis = "privacy"
    static let summary =
        "Lines of code, seconds for saving large answers (also in a debug build), and random bodies that change."

    private static let binaryBodies = 592
    private static let binaryTypes = [
        "application/octet-stream", "application/zip", "application/pdf", "application/x-protobuf",
        "application/x-executable", "application/vnd.custom",
    ]

    init(_ arguments: inout Arguments) {}

    func run() async throws {
        Console.line("privacy: \(try Self.lines(of: ["Core/Privacy", "Core/Showing"])) lines of code for redaction")
        Console.line("privacy: \(try Self.lines(of: ["Cassette/Privacy"])) lines of code for the privacy of cassettes")
        let answers = (0..<10).map { Self.exchange(Self.json(100_000, seed: UInt64($0)), "application/json") }
        try await Self.time("saving 10 answers of 100 kB") { _ = try Cassette(answers).har(.complete) }
        let binary = Self.exchange(Self.random(3_000_000, seed: 1), "application/octet-stream")
        try await Self.time("saving 3 MB of binary with a credential") { _ = try Cassette([binary]).har(.complete) }
        let small = Self.json(10_000, seed: 1)
        await Self.time("redacting 10 kB of JSON") { _ = Redaction.standard.json(small) }
        await Self.growth("redacting", Self.json) { _ = Redaction.standard.json($0) }
        try await Self.growth("saving JSON", Self.json) {
            _ = try Cassette([Self.exchange($0, "application/json")]).har(.complete)
        }
        try await Self.growth("saving bytes", Self.random) {
            _ = try Cassette([Self.exchange($0, "application/octet-stream")]).har(.complete)
        }
        let changed = (0..<Self.binaryBodies).count { !Self.survives($0) }
        Console.line("privacy: \(changed) of \(Self.binaryBodies) random binary bodies changed or refused")
    }
}

extension PrivacyBenchmark {
    /// The shortest of some rounds, because other work on the machine only makes a round slower.
    private static func best(of rounds: Int = 5, _ work: () throws -> Void) async rethrows -> Double {
        var best = Double.infinity
        for _ in 0..<rounds { best = min(best, try await Cost.of(work).processor) }
        return best
    }

    private static func time(_ title: String, _ work: () throws -> Void) async rethrows {
        Console.line(String(format: "privacy: %.4f s for ", try await best(work)) + title)
    }

    /// Prints how many times as long 1 MB takes as 100 kB.
    private static func growth(
        _ title: String, _ sample: (Int, UInt64) -> Data, _ work: (Data) throws -> Void
    ) async rethrows {
        let (small, large) = (sample(100_000, 1), sample(1_000_000, 1))
        let seconds = (try await best { try work(small) }, try await best { try work(large) })
        Console.line(
            String(format: "privacy: 1 MB takes %.1f times as long as 100 kB: ", seconds.1 / seconds.0) + title)
    }

    /// Lines that are neither blank nor a comment in folders of `Sources`, each without the word `Endpoint`.
    private static func lines(of folders: [String]) throws -> Int {
        let sources = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        return try folders.reduce(0) { count, name in
            let folder = sources.appendingPathComponent("Endpoint" + name)
            let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            return try count
                + files.reduce(0) { count, file in
                    let text = try String(contentsOf: file, encoding: .utf8)
                    return count
                        + text.split(separator: "\n").count {
                            let line = $0.drop(while: \.isWhitespace)
                            return !line.isEmpty && !line.hasPrefix("//")
                        }
                }
        }
    }
}

extension PrivacyBenchmark {
    /// A list of users, as an API sends it, with a secret and a repetition of the token that was sent.
    private static func json(_ count: Int, seed: UInt64) -> Data {
        var random = SplitMix64(seed: seed)
        var text = #"{"session_token":"\#(random.next())a","you_sent":"\#(token)","users":["#
        while text.utf8.count < count {
            let id = random.next() % 1_000_000
            text +=
                #"{"id":\#(id),"name":"Ann Example","email":"user\#(id)@example.com","created_at":"2026-01-01T12:00:00Z","#
                + #""avatar_url":"https://cdn.example.com/avatars/\#(id)?size=64","bio":"Reads books, and writes \"them\"."},"#
        }
        return Data((text + "{}]}").utf8)
    }

    private static func random(_ count: Int, seed: UInt64) -> Data {
        var random = SplitMix64(seed: seed)
        return Data((0..<(count + 7) / 8).flatMap { _ in withUnsafeBytes(of: random.next(), Array.init) })
    }

    private static let token = "tok-93jf93jf"

    private static func exchange(_ body: Data, _ type: String) -> Interaction {
        let request = Interaction.Request(
            "GET", "https://api.example.com/v1/users", headers: ["Authorization": "Bearer \(token)"])
        return Interaction(request, .response(.init(200, headers: ["Content-Type": type], body: body)))
    }

    /// Whether a body of random bytes is read from its cassette as it was.
    private static func survives(_ index: Int) -> Bool {
        let body = random(8 + index * 37 % 4000, seed: UInt64(index))
        guard
            let file = try? Cassette([exchange(body, binaryTypes[index % binaryTypes.count])]).har(.complete),
            let (cassette, _) = try? Cassette.reading(har: file.data)
        else { return false }
        return cassette.interactions[0].response?.body == body
    }
}
