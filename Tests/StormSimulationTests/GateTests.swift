import Testing

@testable import StormSimulation

@Suite struct GateTests {
    @Test func `a bound passes if it is met exactly, and fails if it is missed`() {
        #expect(Gate(name: "most", measured: 2, bound: 2).passes)
        #expect(!Gate(name: "most", measured: 2.001, bound: 2).passes)
        #expect(!Gate(name: "most", measured: .infinity, bound: 2).passes)
        #expect(!Gate(name: "most", measured: .nan, bound: 2).passes)
        #expect(!Gate(name: "least", measured: 0.9, bound: 0.95, isFloor: true).passes)
    }

    @Test func `a missed bound is reported in one line`() {
        #expect(Gate(name: "load", measured: 3, bound: 2).line == "FAIL load: 3.0000, must be ≤ 2.0000")
    }
}
