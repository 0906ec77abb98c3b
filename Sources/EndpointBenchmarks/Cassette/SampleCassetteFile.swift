import EndpointTesting

/// A temporary cassette with many answers of 1 kB, which is written piece by piece so that the process stays small.
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

    /// A file with one entry as the library writes it, cut at the entry.
    private static func sample() throws -> (head: String, entry: String, tail: String) {
        let body = #"{"id": "NUMBER", "text": "\#(String(repeating: "a b c d ", count: 120))"}"#
        let interaction = Interaction(
            Interaction.Request("GET", "https://api.example.com/v1/books/NUMBER"),
            .response(.init(200, headers: [HeaderField("Content-Type", "application/json")], body: Data(body.utf8))))
        let text = String(decoding: try Cassette([interaction]).har().data, as: UTF8.self)
        guard let start = text.range(of: "\"entries\": [")?.upperBound,
            let end = text.range(of: "]", options: .backwards)?.lowerBound
        else { throw MissedGoal("cassette: the sample is no HAR file.") }
        return (String(text[..<start]), String(text[start..<end]), String(text[end...]))
    }
}
