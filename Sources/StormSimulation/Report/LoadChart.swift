/// The load over time as an SVG chart: one line per policy, the outage shaded, the capacity of the server dashed.
struct LoadChart {
    let series: [(name: String, load: [Int])]
    let outage: Range<Double>
    let capacity: Double

    private let seconds = 600.0
    private let highest = 35_000.0
    private let frame = (left: 70.0, top: 50.0, width: 820.0, height: 360.0)
    private let colors = ["#c0392b", "#e08e0b", "#3b6ea5", "#1f6f54"]

    /// The chart as an SVG document.
    var svg: String {
        let body = [background, verticalScale, horizontalScale, capacityLine] + series.indices.flatMap(line)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 920 440" font-family="system-ui, sans-serif" font-size="13">
            <title>Requests per second at a server that hangs for a minute</title>
            \(body.joined(separator: "\n"))
            </svg>

            """
    }

    private var background: String {
        let (left, right) = (x(outage.lowerBound), x(outage.upperBound))
        return """
            <rect width="920" height="440" fill="#ffffff"/>
            <rect x="\(left.coordinate)" y="50" width="\((right - left).coordinate)" height="360" fill="#f3e3e0"/>
            <text x="\(left.coordinate)" y="44">the server hangs</text>
            """
    }

    private var verticalScale: String {
        stride(from: 0.0, through: 30_000, by: 5000).map { load in
            """
            <line x1="70" x2="890" y1="\(y(load).coordinate)" y2="\(y(load).coordinate)" stroke="#dddddd"/>
            <text x="62" y="\((y(load) + 4).coordinate)" text-anchor="end">\(Int(load))</text>
            """
        }.joined(separator: "\n")
    }

    private var horizontalScale: String {
        stride(from: 0.0, through: seconds, by: 60).map { time in
            "<text x=\"\(x(time).coordinate)\" y=\"428\" text-anchor=\"middle\">\(Int(time)) s</text>"
        }.joined(separator: "\n") + "\n<text x=\"70\" y=\"20\">requests per second at the server</text>"
    }

    private var capacityLine: String {
        """
        <line x1="70" x2="890" y1="\(y(capacity).coordinate)" y2="\(y(capacity).coordinate)" stroke="#555555" \
        stroke-dasharray="6 4"/>
        <text x="888" y="\((y(capacity) - 5).coordinate)" text-anchor="end" fill="#555555">capacity</text>
        """
    }

    private func line(_ index: Int) -> [String] {
        let points = series[index].load.prefix(Int(clamping: Int64(seconds))).enumerated()
            .map { "\(x(Double($0) + 0.5).coordinate),\(y(Double($1)).coordinate)" }
        let color = colors[index % colors.count]
        return [
            "<polyline fill=\"none\" stroke=\"\(color)\" stroke-width=\"1.5\" points=\"\(points.joined(separator: " "))\"/>",
            "<text x=\"540\" y=\"\(64 + 20 * index)\" fill=\"\(color)\">— \(series[index].name)</text>",
        ]
    }

    private func x(_ time: Double) -> Double { frame.left + frame.width * time / seconds }

    private func y(_ load: Double) -> Double { frame.top + frame.height * (1 - min(load, highest) / highest) }
}

extension Double {
    fileprivate var coordinate: String { text(decimals: 1) }
}
