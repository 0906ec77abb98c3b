import EndpointClient

/// Shows how far an upload is: as a bar that is redrawn in a terminal, elsewhere as one line for each quarter.
struct ProgressMeter {
    private var quarter = 0

    /// The line to write; nil while the upload is in the same quarter as before.
    mutating func line(for progress: TransferProgress) -> String? {
        let reached = Int((progress.fraction ?? 0) * 4)
        defer { quarter = reached }
        return reached > quarter ? Self.text(for: progress) : nil
    }

    /// `[############------------]  50 %  1572864 of 3145728 bytes`
    static func bar(for progress: TransferProgress) -> String {
        let done = Int((progress.fraction ?? 0) * 24)
        let bar = String(repeating: "#", count: done) + String(repeating: "-", count: 24 - done)
        return "[\(bar)]  \(text(for: progress))"
    }

    private static func text(for progress: TransferProgress) -> String {
        guard let fraction = progress.fraction, let total = progress.total else { return "\(progress.bytes) bytes" }
        let percent = "\(Int(fraction * 100))"
        return String(repeating: " ", count: 3 - percent.count) + "\(percent) %  \(progress.bytes) of \(total) bytes"
    }
}

extension Console {
    /// Shows an upload until the reports end.
    func show(_ reports: AsyncStream<TransferProgress>) async {
        var meter = ProgressMeter()
        var hasDrawn = false
        for await report in reports {
            if isTerminal {
                redraw("progress", ProgressMeter.bar(for: report))
                hasDrawn = true
            } else if let text = meter.line(for: report) {
                field("progress", text)
            }
        }
        if hasDrawn { line() }
    }
}
