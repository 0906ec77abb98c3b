import EndpointTesting

/// The payloads as temporary files.
final class StressFiles: Sendable {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("EndpointBenchmarks-\(getpid())")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for payload in Payload.all { try payload.data.write(to: self[payload]) }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    subscript(_ payload: Payload) -> URL {
        folder.appendingPathComponent("\(payload.index).bin")
    }
}
