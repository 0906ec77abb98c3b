/// The rules that every `APIClient` keeps, as a suite that checks any client against servers on this machine.
///
/// ```swift
/// @Test func `keeps the laws`() async {
///     let report = await ClientLaws.check { server in
///         MyClient(baseURL: server.url, maximumResponseBytes: server.responseLimit)
///     }
///     #expect(report.violations.isEmpty, "\(report)")
/// }
/// ```
///
/// Each law makes its own servers and its own clients: the closure is called once for each of them. Declare laws that a
/// client cannot keep, with the reason. A declared law is still checked, and if it is kept, the declaration is a
/// violation too; only ``ClientLawException/notRun(_:)`` and laws that need what the client lacks are not run:
///
/// ```swift
/// let report = await ClientLaws.check(
///     except: [.trailersAreAccepted: .notRun("URLSession on Linux ends the process")],
///     lacking: [.redirects: "a gateway does not follow redirects"]
/// ) { server in MyClient(baseURL: server.url, maximumResponseBytes: server.responseLimit) }
/// ```
///
/// No law measures time. A check that does not end is broken after ``ClientLawSubject/timeLimit``.
public enum ClientLaws {
    /// All laws, by category.
    public static let all: [ClientLaw] =
        request + upload + response + stream + encoding + malformed + redirect + cancellation + isolation + safety
        + limit

    /// Checks a client against all laws, in order.
    ///
    /// The closure makes a client for the base URL ``ClientLawServer/url``, with the limit
    /// ``ClientLawServer/responseLimit``.
    public static func check(
        except exceptions: [ClientLaw: ClientLawException] = [:], lacking lacks: [ClientLaw.Need: String] = [:],
        _ makeClient: @escaping @Sendable (ClientLawServer) throws -> any APIClient
    ) async -> ClientLawReport {
        await ClientLawSubject(except: exceptions, lacking: lacks, makeClient).check()
    }
}

/// A client to be checked, with its exceptions.
///
/// With Swift Testing each law can be a test case of its own:
///
/// ```swift
/// let subject = ClientLawSubject { server in MyClient(baseURL: server.url) }
///
/// @Test(arguments: ClientLaws.all) func `keeps the law`(law: ClientLaw) async {
///     let result = await subject.check(law)
///     #expect(result.violation == nil, "\(result)")
/// }
/// ```
public struct ClientLawSubject: Sendable {
    /// The laws that the client does not keep, with the reasons.
    public var exceptions: [ClientLaw: ClientLawException]

    /// What the client lacks, with the reasons. Laws that need it are not run.
    public var lacks: [ClientLaw.Need: String]

    /// How long one law may take before it counts as broken. It only ends checks that would never end: time in which
    /// other tests keep the threads of this process does not count.
    public var timeLimit: Duration

    private static let timerPiece = Duration.milliseconds(100)

    private let makeClient: @Sendable (ClientLawServer) throws -> any APIClient
    private let time: TimeSource

    /// A client, made by a closure for each server of each law. `time` measures the time limit.
    public init(
        except exceptions: [ClientLaw: ClientLawException] = [:], lacking lacks: [ClientLaw.Need: String] = [:],
        timeLimit: Duration = .seconds(60), time: TimeSource = .system,
        _ makeClient: @escaping @Sendable (ClientLawServer) throws -> any APIClient
    ) {
        self.exceptions = exceptions
        self.lacks = lacks
        self.timeLimit = timeLimit
        self.time = time
        self.makeClient = makeClient
    }

    /// Checks the client against some laws, in order.
    public func check(_ laws: [ClientLaw] = ClientLaws.all) async -> ClientLawReport {
        var results: [ClientLawResult] = []
        for law in laws { results.append(await check(law)) }
        return ClientLawReport(results: results)
    }

    /// Checks the client against one law.
    public func check(_ law: ClientLaw) async -> ClientLawResult {
        if let lacking = law.needs.compactMap({ need in lacks[need].map { "\(need): \($0)" } }).min() {
            return ClientLawResult(law, .declared(reason: lacking, findings: []))
        }
        guard let exception = exceptions[law] else {
            let findings = await findings(of: law)
            return ClientLawResult(law, findings.isEmpty ? .kept : .broken(findings))
        }
        guard exception.isRun else { return ClientLawResult(law, .declared(reason: exception.reason, findings: [])) }
        let findings = await findings(of: law)
        let outcome: ClientLawResult.Outcome =
            findings.isEmpty
            ? .keptAlthoughDeclared(reason: exception.reason)
            : .declared(reason: exception.reason, findings: findings)
        return ClientLawResult(law, outcome)
    }

    /// The client's violations of one law. The check runs in a task of its own, so that a hanging client is abandoned.
    private func findings(of law: ClientLaw) async -> [String] {
        let trial = LawTrial(law, makeClient)
        let end = Promise<Void>()
        let check = Task {
            do { try await law.check(trial) } catch { trial.unexpected(error) }
            end.resolve(.success(()))
        }
        let timer = Task { [time, timeLimit] in
            // In pieces: each waits for a thread at its end, as each step of the check does.
            let pieces = Int(min(max(1, timeLimit / Self.timerPiece), 1_000_000))
            for _ in 1...pieces { try await time.sleep(for: timeLimit / pieces) }
            trial.find("The check did not end within \(timeLimit).")
            end.resolve(.success(()))
        }
        try? await end.value {}
        timer.cancel()
        check.cancel()
        return trial.finish()
    }
}
