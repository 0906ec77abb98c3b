import EndpointLaws
import Testing

@Suite struct ClientLawReportTests {
    private static let good: @Sendable (ClientLawServer) -> any APIClient = { server in
        MockClient { try await server.answer($0) }
    }

    /// Drops the headers of each request.
    private static let bad: @Sendable (ClientLawServer) -> any APIClient = { server in
        MockClient { request in
            var request = request
            request.urlRequest.allHTTPHeaderFields = [:]
            return try await server.answer(request)
        }
    }

    @Test func `a law that is kept isn't a violation`() async {
        let report = await ClientLawSubject(Self.good).check([.header])
        #expect(report.violations.isEmpty)
        #expect(report.kept == [.header])
    }

    @Test func `a broken law says what was expected and what came`() async {
        let report = await ClientLawSubject(Self.bad).check([.emptyHeader])
        let line = #"emptyHeader: A header with an empty value arrives. – BROKEN: X-Law-Empty: expected "", got none."#
        #expect(
            "\(report)" == "1 law: 0 kept, 1 violated, 0 declared exceptions\n  " + line)
    }

    @Test(arguments: [ClientLaw.responseLimit, .decodedResponseLimit])
    func `a client that was made without the limit learns which one it needs`(law: ClientLaw) async {
        let report = await ClientLawSubject { LiveClient(baseURL: $0.url) }.check([law])
        #expect(report.violations.count == 1)
        #expect("\(report)".contains("made with server.responseLimit as its limit"))
    }

    @Test func `a declared law is checked and shown`() async {
        let report = await ClientLawSubject(except: [.emptyHeader: "it is old"], Self.bad).check([.emptyHeader])
        #expect(report.violations.isEmpty)
        #expect("\(report)".contains(#"declared: it is old (found: X-Law-Empty: expected "", got none.)"#))
    }

    @Test func `a declared law that is kept is a violation`() async {
        let report = await ClientLawSubject(except: [.emptyHeader: "it is old"], Self.good).check([.emptyHeader])
        #expect(report.violations.map(\.outcome) == [.keptAlthoughDeclared(reason: "it is old")])
    }

    @Test func `a law that isn't run, or lacks what it needs, makes no client`() async {
        let subject = ClientLawSubject(
            except: [.header: .notRun("it would crash")], lacking: [.sockets: "there are none", .redirects: "none"]
        ) { _ in throw URLError(.unknown) }
        let report = await subject.check([.header, .chunks, .redirectFollowed])
        #expect(report.violations.isEmpty)
        #expect(report.declared.map(\.law) == [.header, .chunks, .redirectFollowed])
        #expect("\(report)".contains("declared: sockets: there are none (not run)"))
    }

    @Test func `a check that doesn't end is a broken law`() async {
        let clock = TestClock()
        let subject = ClientLawSubject(timeLimit: .seconds(30), time: clock.time) { _ in
            MockClient { _ in
                try await TestClock().sleep(for: .seconds(1))
                throw URLError(.unknown)
            }
        }
        let check = Task { await subject.check(.header) }
        for _ in 1...300 {
            await clock.sleepers(1)
            clock.advance(by: .milliseconds(100))
        }
        #expect(await check.value.violation == "The check did not end within 30.0 seconds.")
    }

    @Test func `a client that can't be made is a broken law`() async {
        let result = await ClientLawSubject { _ in throw URLError(.badURL) }.check(.header)
        #expect(result.violation?.contains("URLError -1000") == true)
    }
}
