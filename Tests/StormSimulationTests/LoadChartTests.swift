import Foundation
import Testing

@testable import StormSimulation

@Suite struct LoadChartTests {
    @Test func `the drawing is well formed and has a line for every policy`() {
        let chart = LoadChart(series: [("a", [1, 2]), ("b", [3, 40_000])], outage: 30..<90, capacity: 6500)
        #expect(chart.svg.components(separatedBy: "<polyline").count == 3)
        #expect(chart.svg.contains("capacity") && !chart.svg.contains("nan") && chart.svg.hasSuffix("</svg>\n"))
    }
}
