import EndpointTesting

/// What the process holds at a moment.
struct ProcessFootprint: Sendable {
    let files: Int
    let resident: Int

    static var now: ProcessFootprint {
        ProcessFootprint(files: openFiles, resident: ProcessMemory.resident ?? 0)
    }

    /// Descriptors, sockets among them.
    private static var openFiles: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count) ?? 0
    }
}

extension ProcessFootprint: CustomStringConvertible {
    var description: String { String(format: "%d fds, %.1f MiB", files, Double(resident) / 1_048_576) }
}
