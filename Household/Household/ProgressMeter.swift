import EndpointClient

/// Shows the progress of a transfer, its speed, and the remaining time: as a bar that is redrawn in a terminal,
/// elsewhere as one line for each quarter. Times count from an arbitrary but fixed moment.
struct ProgressMeter {
    private var quarter = 0
    private var first: (bytes: Int64, time: Duration)?
    private var lastBytes: Int64 = 0

    /// The line to write; nil while the transfer is in the same quarter as before.
    mutating func line(for progress: TransferProgress, at time: Duration) -> String? {
        let text = text(for: progress, at: time)
        let reached = Int((progress.fraction ?? 0) * 4)
        defer { quarter = reached }
        return reached > quarter ? text : nil
    }

    /// `[########--------]   50 %  1.5 of 3.1 MB, 1.5 MB/s, 0:02 left`
    mutating func bar(for progress: TransferProgress, at time: Duration) -> String {
        let done = Int((progress.fraction ?? 0) * 16)
        let bar = String(repeating: "#", count: done) + String(repeating: "-", count: 16 - done)
        return "[\(bar)]  \(text(for: progress, at: time))"
    }

    private mutating func text(for progress: TransferProgress, at time: Duration) -> String {
        let rate = rate(for: progress, at: time)
        let speed = rate.map { ", \(ByteUnit(for: $0).full($0))/s" } ?? ""
        guard let fraction = progress.fraction, let total = progress.total else {
            return ByteUnit(for: Double(progress.bytes)).full(Double(progress.bytes)) + speed
        }
        let unit = ByteUnit(for: Double(total))
        let percent = "\(Int(fraction * 100))"
        let left = rate.map { Double(total - progress.bytes) / $0 } ?? 0
        return String(repeating: " ", count: 3 - percent.count)
            + "\(percent) %  \(unit.short(Double(progress.bytes))) of \(unit.full(Double(total)))" + speed
            + (left > 0 ? ", \(Self.clock(left)) left" : "")
    }

    /// The bytes in a second since the first report, or since the body was sent again; nil for less than a tenth of a
    /// second. Bytes of an earlier download do not count.
    private mutating func rate(for progress: TransferProgress, at time: Duration) -> Double? {
        if progress.bytes < lastBytes { first = nil }
        lastBytes = progress.bytes
        guard let first else {
            first = (progress.bytes, time)
            return nil
        }
        let elapsed = (time - first.time) / .seconds(1)
        guard elapsed >= 0.1, progress.bytes > first.bytes else { return nil }
        return Double(progress.bytes - first.bytes) / elapsed
    }

    /// `0:02` or `1:00:00`, at most `99:59:59`.
    private static func clock(_ seconds: Double) -> String {
        let seconds = Int(min(seconds.rounded(.up), 359_999))
        let parts = seconds < 3600 ? [seconds / 60] : [seconds / 3600, seconds / 60 % 60]
        return (["\(parts[0])"] + (parts.dropFirst() + [seconds % 60]).map { $0 < 10 ? "0\($0)" : "\($0)" })
            .joined(separator: ":")
    }
}

/// The unit in which a number of bytes is shown, by powers of 1000.
private struct ByteUnit {
    private let name: String
    private let size: Double

    init(for bytes: Double) {
        (name, size) = [("GB", 1e9), ("MB", 1e6), ("kB", 1e3)].first { bytes >= $0.1 } ?? ("bytes", 1)
    }

    /// `1.5`
    func short(_ bytes: Double) -> String {
        let tenths = Int64(bytes / size * 10)
        return size == 1 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    /// `1.5 MB`
    func full(_ bytes: Double) -> String { "\(short(bytes)) \(name)" }
}

extension Console {
    /// Shows a transfer until the reports end.
    func show(_ reports: AsyncStream<TransferProgress>, time: TimeSource = .system) async {
        let start = time.now()
        var meter = ProgressMeter()
        var hasDrawn = false
        for await report in reports {
            let elapsed = time.now() - start
            if isTerminal {
                redraw("progress", meter.bar(for: report, at: elapsed))
                hasDrawn = true
            } else if let text = meter.line(for: report, at: elapsed) {
                field("progress", text)
            }
        }
        if hasDrawn { line() }
    }
}
