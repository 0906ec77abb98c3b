import TestSupport
import Testing

@_spi(EndpointTool) @testable import EndpointTesting

/// The public descriptions of APIs, each read once.
struct PublicDescription: Sendable {
    let name: String
    let contract: Result<APIContract, any Error>

    static let all = ConformanceData.files(in: "openapi", endingWith: ".json").map { file in
        PublicDescription(
            name: file.lastPathComponent, contract: Result { try APIContract(json: Data(contentsOf: file)) })
    }
}

@Suite struct ContractSampleTests {
    @Test(.needs(conformanceData: "openapi"), arguments: [false, true])
    func `valid exchanges of all operations of the public descriptions pass`(isMinimal: Bool) throws {
        var count = 0
        var alarms: [String] = []
        for description in PublicDescription.all {
            let contract = try description.contract.get()
            let sample = ContractSample(document: contract.document, isMinimal: isMinimal)
            for operation in contract.document.operations {
                let exchanges = sample.exchanges(operation)
                count += exchanges.count
                alarms += contract.findings(in: Cassette(exchanges)).filter { !$0.isNote }.map {
                    "\(description.name) \($0)"
                }
            }
            let answered = contract.document.operations.filter { !$0.responses.isEmpty }.map(\.name)
            #expect(Set(answered).isDisjoint(with: contract.coverage.untouchedOperations), "\(description.name)")
        }
        print("score: \(count) exchanges, \(alarms.count) false alarms")
        for alarm in alarms { print("  alarm", alarm) }
        #expect(alarms.isEmpty)
        #expect(count > 300)
    }
}
