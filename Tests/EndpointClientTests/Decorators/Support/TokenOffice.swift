import EndpointTesting

/// A server that requires a token, and an office that issues the next one: `t1`, `t2` and so on. Only the last one is
/// valid.
final class TokenOffice: Sendable {
    /// How long a refresh takes, and on which clock.
    let clock = TestClock()

    /// The refreshes that have started.
    let refreshes = Tally()

    /// The calls that wait for a refresh.
    let waiting = Tally()

    private let last = Locked<[Credential?]>([])

    /// The argument of each refresh.
    var given: [Credential?] { last.withLock { $0 } }

    /// A request with the valid token gets 200, any other 401.
    var api: MockClient {
        MockClient { [refreshes] request in
            let token = request.urlRequest.value(forHTTPHeaderField: "Authorization")
            return try .answer(token == "Bearer t\(refreshes.count)" ? 200 : 401, to: request)
        }
    }

    /// Takes a second, and returns the next token.
    @Sendable func refresh(_ credential: Credential?) async throws -> ExpiringCredential {
        last.withLock { $0.append(credential) }
        let number = refreshes.add()
        try await clock.sleep(for: .seconds(1))
        return ExpiringCredential(.bearer("t\(number)"))
    }

    /// Ends every running refresh: each sleeps beside its alarm.
    func finish(_ refreshes: Int = 1) async {
        await clock.sleepers(2 * refreshes)
        clock.advance(by: .seconds(1))
    }

    /// A credential that this office renews.
    func credential(_ first: ExpiringCredential? = nil) -> RefreshingCredential {
        RefreshingCredential(first, time: clock.time, refresh: refresh)
    }

    /// A client with a credential, which counts the waiting calls.
    func client(_ api: some APIClient, _ credential: RefreshingCredential) -> any APIClient {
        api.authorizing(with: credential).metering(time: clock.time) { [waiting] event in
            if case .waitingForCredential = event.step { waiting.add() }
        }
    }
}
