import EndpointTesting

/// The wall-clock time and processor time of a piece of work.
struct Cost: Sendable {
    /// Seconds of wall-clock time.
    let wall: Double

    /// Seconds of processor time of this process, user and system; child processes are not counted.
    let processor: Double

    /// Runs the work and measures it.
    static func of(_ work: () async throws -> Void) async rethrows -> Cost {
        let (wall, processor) = (seconds(CLOCK_MONOTONIC), seconds(CLOCK_PROCESS_CPUTIME_ID))
        try await work()
        return Cost(wall: seconds(CLOCK_MONOTONIC) - wall, processor: seconds(CLOCK_PROCESS_CPUTIME_ID) - processor)
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// The resident memory of this process in bytes, as Linux counts it; nil on other systems.
enum ProcessMemory {
    /// Memory in use now.
    static var resident: Int? { field("VmRSS") }

    /// The most memory in use since the last reset.
    static var peak: Int? { field("VmHWM") }

    /// Resets the peak to the memory in use now. False where that is not allowed (proc(5), `clear_refs`).
    static func resetPeak() -> Bool {
        guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return false }
        return (try? file.write(contentsOf: Data("5".utf8))) != nil
    }

    private static func field(_ name: String) -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
        let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
    }
}

/// The open descriptors and resident memory of this process at one moment.
struct ProcessFootprint: Sendable {
    let files: Int
    let resident: Int

    static var now: ProcessFootprint {
        ProcessFootprint(files: openFiles, resident: ProcessMemory.resident ?? 0)
    }

    /// Open descriptors, including sockets.
    private static var openFiles: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count) ?? 0
    }
}

extension ProcessFootprint: CustomStringConvertible {
    var description: String { String(format: "%d fds, %.1f MiB", files, Double(resident) / 1_048_576) }
}
