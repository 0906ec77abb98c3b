import EndpointTesting

/// A server that wants a token, and the office that hands out the next one: `t1`, `t2` and so on. The good one is the
/// last.
final class TokenOffice: Sendable {
    /// How long a refresh takes, and on which clock.
    let clock = TestClock()

    /// The refreshes that have begun.
    let refreshes = Tally()

    /// The calls that have come to wait for one.
    let waiting = Tally()

    private let last = Locked<[Credential?]>([])

    /// What each refresh was given.
    var given: [Credential?] { last.withLock { $0 } }

    /// Whoever shows the good token gets 200, everyone else 401.
    var api: MockClient {
        MockClient { [refreshes] request in
            let token = request.urlRequest.value(forHTTPHeaderField: "Authorization")
            return try .answer(token == "Bearer t\(refreshes.count)" ? 200 : 401, to: request)
        }
    }

    /// Takes a second, and brings the next token.
    @Sendable func refresh(_ credential: Credential?) async throws -> ExpiringCredential {
        last.withLock { $0.append(credential) }
        let number = refreshes.add()
        try await clock.sleep(for: .seconds(1))
        return ExpiringCredential(.bearer("t\(number)"))
    }

    /// Lets every refresh end that has begun: each sleeps beside the alarm that watches it.
    func finish(_ refreshes: Int = 1) async {
        await clock.sleepers(2 * refreshes)
        clock.advance(by: .seconds(1))
    }

    /// A credential that this office renews.
    func credential(_ first: ExpiringCredential? = nil) -> RefreshingCredential {
        RefreshingCredential(first, time: clock.time, refresh: refresh)
    }

    /// A client with a credential, which counts those who come to wait.
    func client(_ api: some APIClient, _ credential: RefreshingCredential) -> any APIClient {
        api.authorizing(with: credential).metering(time: clock.time) { [waiting] event in
            if case .waitingForCredential = event.step { waiting.add() }
        }
    }
}
