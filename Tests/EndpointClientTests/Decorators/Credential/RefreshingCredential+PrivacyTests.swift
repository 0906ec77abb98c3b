import EndpointTesting
import Testing

/// Nothing that a program prints shows the credential.
@Suite struct RefreshingCredentialPrivacyTests {
    private let shown = Locked<[String]>([])

    private func show(_ value: Any) {
        var dumped = ""
        dump(value, to: &dumped)
        shown.withLock { $0 += [dumped, "\(value)", String(reflecting: value)] }
    }

    private struct Refusal: LocalizedError {
        var errorDescription: String? { "Authorization: Bearer s3cret" }
    }

    @Test func `neither values, clients, events nor log lines show it`() async throws {
        let refreshes = Tally()
        let first = ExpiringCredential(.bearer("s3cret-0"), expiresIn: .seconds(600))
        let tokens = RefreshingCredential(first) { last in
            show(last as Any)
            let number = refreshes.add()
            guard number < 2 else { throw Refusal() }
            return ExpiringCredential(.bearer("s3cret-\(number)"))
        }
        let client = PunctualClient { try .answer(401, to: $0) }.authorizing(with: tokens).retrying().metering {
            show($0)
        }
        .logging(
            to: LogSink { entry in shown.withLock { $0 += [entry.message, entry.json] } }, showing: .everything)
        for _ in 0..<2 { _ = try? await client.send(.get, "x") }
        await client.flush()
        for value in [first, tokens, client] as [Any] { show(value) }
        let texts = shown.withLock { $0 }
        #expect(texts.count > 60)
        #expect(texts.filter { $0.contains("s3cret") } == [])
    }

    @Test func `a credential on its way is in the request, where the same search finds it`() async throws {
        let mock = MockClient.always(.status(200))
        let tokens = RefreshingCredential(ExpiringCredential(.bearer("s3cret"))) { _ in ExpiringCredential(.bearer("x")) }
        _ = try await mock.authorizing(with: tokens).send(.get, "x")
        show(mock.headers("Authorization"))
        #expect(shown.withLock { $0 }.contains { $0.contains("s3cret") })
    }
}

extension LogDetails {
    static let everything: LogDetails = [.commands, .headers, .bodies]
}
