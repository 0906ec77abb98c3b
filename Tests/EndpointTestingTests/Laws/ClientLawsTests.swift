import EndpointTesting
import Testing

@Suite struct ClientLawsTests {
    @Test func `URLSession keeps the laws`() async {
        let report = await LawSubjects.urlSession.check()
        #expect(report.violations.isEmpty, "\(report)")
    }
}
