import EndpointTesting
import Testing

/// Bytes of chance from a seed, in a file that is removed with its owner.
final class Noise: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("noise-\(UUID().uuidString)")
    let data: Data

    init(_ count: Int) throws {
        var random = SplitMix64(seed: UInt64(count))
        var words = (0..<(count + 7) / 8).map { _ in random.next() }
        if words.isEmpty { words = [0] }
        data = words.withUnsafeBytes { Data($0.prefix(count)) }
        try data.write(to: url)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// The SHA-256 of the file, by a program of others.
    func sha256() throws -> String {
        let (program, pipe) = (Process(), Pipe())
        program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        program.arguments = ["sha256sum", url.path]
        program.standardOutput = pipe
        try program.run()
        let line = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        program.waitUntilExit()
        return String(try #require(line.split(separator: " ").first))
    }
}
