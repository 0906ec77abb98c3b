import EndpointTesting
import Testing

/// Proof 6: no log line, error or command shows a secret of 2,000 calls; of 100,000 with `ENDPOINT_THOROUGH=1`.
@Suite struct LogLeakTests {
    private static let count = isThorough ? 100_000 : 2000

    private struct Wanted: JsonEndpoint {
        struct Content: Decodable, Sendable { let wanted: Int }
        let request: URLRequest
        func makeRequest() throws -> URLRequest { request }
    }

    @Test(arguments: 0..<4) func `no log line, error or command shows a secret`(quarter: Int) async throws {
        for number in stride(from: quarter, to: Self.count, by: 4) {
            let secrets = try PlantedSecrets(number)
            let texts = await texts(of: secrets, .standard)
            #expect(texts.count > 10)
            for text in texts { #expect(secrets.found(in: text) == [], "\(number): \(text)") }
        }
    }

    @Test func `without redaction the same search finds the secrets of every place`() async throws {
        var found: Set<String> = []
        for number in 0..<200 {
            let secrets = try PlantedSecrets(number)
            for text in await texts(of: secrets, .off) { found.formUnion(secrets.found(in: text)) }
        }
        #expect(found == Set(PlantedSecrets.places))
    }

    /// All that a program could print of a call.
    private func texts(of secrets: PlantedSecrets, _ redaction: Redaction) async -> [String] {
        let lines = Locked<[String]>([])
        let client = PunctualClient { _ in try secrets.reply.get() }
            .retrying(clock: TestClock(), random: { 0 })
            .logging(
                to: LogSink { entry in lines.withLock { $0 += [entry.message, entry.json] } }, showing: .everything,
                redaction: redaction)
        var texts: [String] = []
        do {
            _ = try await client.request(Wanted(request: secrets.request))
        } catch {
            texts = [
                "\(error)", String(reflecting: error), error.localizedDescription, error.userMessage,
                error.retries.map { "\($0) \($0.attempts)" } ?? "",
            ]
        }
        await client.flush()
        let command = CURLCommand(secrets.request, redaction: redaction)
        return lines.withLock { $0 } + texts + ["\(command)", "\(command.arguments)"]
    }
}
