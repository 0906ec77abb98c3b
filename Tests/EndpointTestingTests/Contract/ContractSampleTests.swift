import Testing

@_spi(EndpointTool) @testable import EndpointTesting

@Suite struct ContractSampleTests {
    @Test(ConformanceData.hasOpenAPI, arguments: [false, true])
    func `valid exchanges of all operations of the public descriptions pass`(isMinimal: Bool) throws {
        var count = 0
        var alarms: [String] = []
        for file in ConformanceData.files(in: "openapi", endingWith: ".json") {
            let contract = try APIContract(json: Data(contentsOf: file))
            let sample = ContractSample(document: contract.document, isMinimal: isMinimal)
            for operation in contract.document.operations {
                let exchanges = sample.exchanges(operation)
                count += exchanges.count
                alarms += contract.findings(in: Cassette(exchanges)).filter { !$0.isNote }.map {
                    "\(file.lastPathComponent) \($0)"
                }
            }
            let answered = contract.document.operations.filter { !$0.responses.isEmpty }.map(\.name)
            #expect(Set(answered).isDisjoint(with: contract.coverage.untouchedOperations), "\(file.lastPathComponent)")
        }
        print("score: \(count) exchanges, \(alarms.count) false alarms")
        for alarm in alarms { print("  alarm", alarm) }
        #expect(alarms.isEmpty)
        #expect(count > 300)
    }
}
