import EndpointLaws
import Logging
import MetricsTestKit
import ServerInterop
import Testing
import Tracing

/// The laws of the library, kept by a client that is not part of it.
@Suite struct ClientLawsTests {
    @Test(.serialized, arguments: ClientLaws.all) func `a client of another package keeps the law`(law: ClientLaw) async
    {
        let result = await Self.subject { $0 }.check(law)
        #expect(result.violation == nil, "\(result)")
    }

    @Test(.serialized, arguments: ClientLaws.all) func `a client keeps the law under spans, metrics and a log`(
        law: ClientLaw
    ) async {
        let logger = Logger(label: "laws") { _ in SwiftLogNoOpLogHandler() }
        let subject = Self.subject { client in
            client.spanning(tracer: NoOpTracer()).meteringWithSwiftMetrics(factory: TestMetrics())
                .logging(to: .swiftLog(logger))
        }
        let result = await subject.check(law)
        #expect(result.violation == nil, "\(result)")
    }

    private static func subject(
        _ decorate: @escaping @Sendable (NIOClient) -> any APIClient
    ) -> ClientLawSubject {
        ClientLawSubject(except: exceptions) { server in
            let limits = ClientLimits(responseBytes: server.responseLimit)
            return decorate(NIOClient(environment: Environment(baseURL: server.url), limits: limits))
        }
    }

    /// AsyncHTTPClient closes a kept connection with unsolicited bytes, but only when its event loop reads them. A
    /// faster call reads them as its response.
    private static let exceptions: [ClientLaw: ClientLawException] = [
        .lateBody: .notRun("AsyncHTTPClient does not look at a kept connection before it uses it: kept by chance"),
        .secondResponse: .notRun(
            "AsyncHTTPClient does not look at a kept connection before it uses it: kept by chance"),
    ]
}
