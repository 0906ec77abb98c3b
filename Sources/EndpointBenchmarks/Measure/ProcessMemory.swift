import EndpointTesting

/// The resident memory of this process, in bytes, as Linux counts it. Nil elsewhere.
enum ProcessMemory {
    /// Memory in use now.
    static var resident: Int? { field("VmRSS") }

    /// The most that was in use since the last reset.
    static var peak: Int? { field("VmHWM") }

    /// Lets the peak begin anew at what is in use now. False where that is not allowed (proc(5), `clear_refs`).
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
