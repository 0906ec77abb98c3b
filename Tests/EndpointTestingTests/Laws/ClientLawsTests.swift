import EndpointTesting
import Testing

@Suite struct ClientLawsTests {
    @Test(arguments: LawSubject.all) func `each client keeps the laws`(subject: LawSubject) async {
        let report = await subject.subject.check()
        #expect(report.violations.isEmpty, "\(report)")
    }
}
