import EndpointTesting
import Testing

@testable import Household

@Suite struct ProgressMeterTests {
    private static let bars: [(Int64, Int64?, String)] = [
        (0, 100, "[------------------------]    0 %  0 of 100 bytes"),
        (50, 100, "[############------------]   50 %  50 of 100 bytes"),
        (100, 100, "[########################]  100 %  100 of 100 bytes"),
        (200, 100, "[########################]  100 %  200 of 100 bytes"),
        (0, 0, "[########################]  100 %  0 of 0 bytes"),
        (7, nil, "[------------------------]  7 bytes"),
    ]

    @Test(arguments: bars)
    func `draws a bar`(sent: Int64, total: Int64?, bar: String) {
        #expect(ProgressMeter.bar(for: UploadProgress(sent: sent, total: total)) == bar)
    }

    @Test func `counts anew when the body is sent again`() {
        var meter = ProgressMeter()
        let lines = [60, 80, 0, 60].map { meter.line(for: UploadProgress(sent: $0, total: 100)) }
        #expect(lines.map { $0 == nil } == [false, false, true, false])
    }
}
