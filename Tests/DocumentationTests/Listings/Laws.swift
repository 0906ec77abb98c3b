import EndpointLaws
import Testing

/// The client of the listings in `ClientLaws`, a placeholder for any.
private func MyClient(baseURL: URL, maximumResponseBytes: Int = 1 << 20) -> LiveClient {
    LiveClient(baseURL: baseURL, limits: .init(responseBytes: maximumResponseBytes))
}

@Suite struct LawListings {
    @Test func `keeps the laws`() async {
        let report = await ClientLaws.check { server in
            MyClient(baseURL: server.url, maximumResponseBytes: server.responseLimit)
        }
        #expect(report.violations.isEmpty, "\(report)")
    }

    @Test func exceptions() async {
        let report = await ClientLaws.check(
            except: [.trailersAreAccepted: .notRun("URLSession on Linux ends the process")],
            lacking: [.redirects: "a gateway does not follow redirects"]
        ) { server in MyClient(baseURL: server.url, maximumResponseBytes: server.responseLimit) }

        #expect(report.violations.isEmpty, "\(report)")
        #expect("\(report)".contains("URLSession on Linux ends the process"))
        #expect("\(report)".contains("a gateway does not follow redirects"))
    }
}

@Suite struct LawByLawListing {
    let subject = ClientLawSubject { server in MyClient(baseURL: server.url) }

    @Test(arguments: ClientLaws.all) func `keeps the law`(law: ClientLaw) async {
        let result = await subject.check(law)
        #expect(result.violation == nil, "\(result)")
    }
}
