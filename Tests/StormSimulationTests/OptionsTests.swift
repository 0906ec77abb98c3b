import EndpointClient
import Testing

@testable import StormSimulation

@Suite struct OptionsTests {
    @Test func `options are read`() throws {
        let options = try Options(["--gate", "--svg", "a.svg", "--seed", "7", "--rate", "0.01", "--headroom", "1.5"])
        #expect(options.gate && options.svg == "a.svg" && options.fleet.seed == 7)
        #expect(options.fleet.rate == 0.01 && options.fleet.headroom == 1.5)
    }

    @Test(arguments: [
        ["--what"], ["--svg"], ["--seed", "x"], ["--clients", "0"], ["--patience", "nan"], ["--rate", "0"],
        ["--headroom", "-1"],
    ])
    func `invalid options are refused`(arguments: [String]) {
        #expect(throws: OptionsError.self) { try Options(arguments) }
    }
}
