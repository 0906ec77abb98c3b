import EndpointLaws
import Testing

@Suite(.serialized) struct ClientLawsTests {
    @Test(arguments: LawSubject.all) func `each client keeps the laws`(subject: LawSubject) async {
        let report = await subject.subject.check()
        #expect(report.violations.isEmpty, "\(report)")
    }
}
