import EndpointClient

extension Console {
    /// Shows an upload until its reports end.
    func show(_ reports: AsyncStream<UploadProgress>) async {
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
