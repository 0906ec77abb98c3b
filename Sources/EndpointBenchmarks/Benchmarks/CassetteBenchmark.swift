import EndpointTesting

/// Measures finding a response in a cassette, and loading a cassette.
struct CassetteBenchmark: Benchmark {
    static let synopsis = "cassette [--gate] [--rounds 21] [--requests 2000]"
    static let summary = "Finds answers in 10,000 entries and in 100, and loads 10,000 entries of 1 kB."

    private static let entries = 10_000
    private static let seconds = 1.5
    private static let memory = 8.0
    private let isGated: Bool
    private let rounds: Int
    private let requests: Int

    init(_ arguments: inout Arguments) throws {
        isGated = arguments.flag("--gate")
        rounds = try arguments.count("--rounds") ?? 21
        requests = try arguments.count("--requests") ?? 2000
    }

    func run() async throws {
        try load()
        let comparison = Comparison(
            name: "cassette", baseline: CassetteSearch.variant(entries: 100),
            candidates: [
                Candidate(
                    variant: CassetteSearch.variant(entries: Self.entries), gate: Gate(wall: 1.5, processor: 1.5))
            ], rounds: rounds, operations: requests)
        if isGated { return try await comparison.hold() }
        Console.line(try await comparison.measure().table)
    }

    /// Measures loading first, while the process is small, so that the growth of its memory is that of loading.
    private func load() throws {
        let file = try SampleCassetteFile(entries: Self.entries)
        let result = try file.measureLoading()
        Console.line("cassette: \(result)")
        guard isGated else { return }
        if result.seconds > Self.seconds { throw MissedGoal("cassette: loading took more than \(Self.seconds) s.") }
        if let factor = result.memoryFactor, factor > Self.memory {
            throw MissedGoal("cassette: loading took more than \(Self.memory) × the file in memory.")
        }
    }
}

/// Finds responses in a cassette in memory, one by one.
enum CassetteSearch {
    /// The search in a cassette with this number of entries.
    static func variant(entries: Int) -> Variant {
        let cassette = Cassette((0..<entries).map { Interaction(request($0), .response(.init(200))) })
        let index = CassetteIndex(cassette)
        return Variant(name: "find one of \(entries)") { count in
            var playback = PlaybackState(allowRepeats: true)
            for number in 0..<count {
                let wanted = number * 7919 % entries
                guard case .hit(wanted, let next) = cassette.match(request(wanted), by: index, at: playback) else {
                    throw MissedGoal("cassette: entry \(wanted) of \(entries) was not found.")
                }
                playback = next
            }
        }
    }

    private static func request(_ number: Int) -> Interaction.Request {
        Interaction.Request("GET", "https://api.example.com/v1/books/\(100_000 + number)?page=1")
    }
}

/// A temporary cassette file with many answers of 1 kB, written entry by entry so that the process stays small.
final class SampleCassetteFile: Sendable {
    private let url = FileManager.default.temporaryDirectory.appendingPathComponent(
        "EndpointBenchmarks-\(getpid()).har")
    private let entries: Int

    init(entries: Int) throws {
        self.entries = entries
        guard FileManager.default.createFile(atPath: url.path, contents: nil) else {
            throw CocoaError(.fileWriteUnknown)
        }
        let file = try FileHandle(forWritingTo: url)
        let sample = try Self.sample()
        try file.write(contentsOf: Data(sample.head.utf8))
        for number in 0..<entries {
            let entry = sample.entry.replacingOccurrences(of: "NUMBER", with: String(number))
            try file.write(contentsOf: Data((number == 0 ? entry : "," + entry).utf8))
        }
        try file.write(contentsOf: Data(sample.tail.utf8))
        try file.close()
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Loads the file once.
    func measureLoading() throws -> LoadingResult {
        let idle = ProcessMemory.resident ?? 0
        let isReset = ProcessMemory.resetPeak()
        let clock = ContinuousClock(), start = clock.now
        let (cassette, notes) = try CassetteFile(url).load()
        let time = start.duration(to: clock.now)
        guard cassette.interactions.count == entries, notes.isEmpty else {
            throw MissedGoal("cassette: \(cassette.interactions.count) of \(entries) entries were loaded.")
        }
        let size = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        return LoadingResult(
            entries: entries, byteCount: size, seconds: time / .seconds(1),
            growth: isReset ? ProcessMemory.peak.map { $0 - idle } : nil)
    }

    /// A cassette file with one entry as the library writes it, split before and after the entry.
    private static func sample() throws -> (head: String, entry: String, tail: String) {
        let body = #"{"id": "NUMBER", "text": "\#(String(repeating: "a b c d ", count: 120))"}"#
        let interaction = Interaction(
            Interaction.Request("GET", "https://api.example.com/v1/books/NUMBER"),
            .response(.init(200, headers: ["Content-Type": "application/json"], body: Data(body.utf8))))
        let text = String(decoding: try Cassette([interaction]).har().data, as: UTF8.self)
        guard let start = text.range(of: "\"entries\": [")?.upperBound,
            let end = text.range(of: "]", options: .backwards)?.lowerBound
        else { throw MissedGoal("cassette: the sample is no HAR file.") }
        return (String(text[..<start]), String(text[start..<end]), String(text[end...]))
    }
}

/// The time and memory that loading a cassette took.
struct LoadingResult {
    let entries: Int
    let byteCount: Int
    let seconds: Double

    /// The peak of resident memory minus that before, in bytes; nil if the system does not report it.
    let growth: Int?

    /// The growth of memory in multiples of the size of the file.
    var memoryFactor: Double? { growth.map { Double($0) / Double(byteCount) } }
}

extension LoadingResult: CustomStringConvertible {
    var description: String {
        let memory = memoryFactor.map { String(format: "%.1f × the file in memory", $0) } ?? "memory unknown"
        return "\(entries) entries, " + String(format: "%.1f MB, loaded in %.2f s, ", Double(byteCount) / 1e6, seconds)
            + memory
    }
}
