@testable import EndpointClient

/// A credential and the calls that wait for it, which are told of each end of a refresh as `CredentialRefresher` tells
/// them.
struct WaitingCalls<Token: Hashable & Sendable> {
    typealias Call = UInt64

    enum Event {
        case needed(by: Call)
        case refused(Call, IssuedCredential<Token>, by: String)
        case cancelled(Call)
        case refreshed(version: Int, Token, expiry: Duration?)
        case failed(version: Int, CredentialError)
        case signedIn(Token, expiry: Duration?)
        case signedOut
    }

    enum Effect: Hashable {
        case send(Call, IssuedCredential<Token>)
        case accept401(Call)
        case fail(Call, CredentialError)
        /// A refresh failed that no call waits for.
        case report(CredentialError)
        case cancel(Call)
        case refresh(version: Int)
    }

    private(set) var machine: CredentialRefresh<Token>
    /// The random part of each pause after a failure.
    var random = 0.0
    /// The calls that wait, and whether they are sent for the second time.
    private var waiting: [(call: Call, isReplay: Bool)] = []

    init(_ policy: CredentialRefreshPolicy = .standard) {
        machine = CredentialRefresh(policy)
    }

    mutating func handle(_ event: Event, at now: Duration) -> [Effect] {
        switch event {
        case .needed(let call): return carryOut(machine.credential(at: now), call, isReplay: false)
        case .refused(let call, let used, let resource):
            return carryOut(machine.replacement(of: used, refusedBy: resource, at: now), call, isReplay: true)
        case .cancelled(let call):
            guard let index = waiting.firstIndex(where: { $0.call == call }) else { return [] }
            waiting.remove(at: index)
            return [.cancel(call)]
        case .refreshed(let version, let token, let expiry):
            return release(machine.end(version, with: .success((token, expiry)), at: now))
        case .failed(let version, let error):
            return release(machine.end(version, with: .failure(error), at: now, random: random))
        case .signedIn(let token, let expiry): return release(machine.signIn(token, expiry: expiry, at: now))
        case .signedOut:
            return waiting.isEmpty ? discard() : release(machine.signOut())
        }
    }

    private mutating func discard() -> [Effect] {
        _ = machine.signOut()
        return []
    }

    private mutating func carryOut(
        _ decision: CredentialRefresh<Token>.Decision, _ call: Call, isReplay: Bool
    ) -> [Effect] {
        if decision.answer == .wait { waiting.append((call, isReplay)) }
        let refresh = decision.beginsRefresh ? [Effect.refresh(version: machine.version)] : []
        return effects(decision.answer, call, isReplay: isReplay) + refresh
    }

    private mutating func release(_ answer: CredentialRefresh<Token>.Answer?) -> [Effect] {
        guard let answer else { return [] }
        defer { waiting = [] }
        if waiting.isEmpty, case .fail(let error) = answer { return [.report(error)] }
        return waiting.flatMap { effects(answer, $0.call, isReplay: $0.isReplay) }
    }

    private func effects(_ answer: CredentialRefresh<Token>.Answer, _ call: Call, isReplay: Bool) -> [Effect] {
        switch answer {
        case .send(let issued): [.send(call, isReplay ? issued.replay : issued)]
        case .wait: []
        case .accept401: [.accept401(call)]
        case .fail(let error): [.fail(call, error)]
        }
    }
}

extension WaitingCalls {
    var version: Int { machine.version }
    var isRefreshing: Bool { machine.isRefreshing }
    var isCounted: Bool { machine.isCounted }
    var held: Token? { machine.held }
    var standing: (issued: IssuedCredential<Token>, end: Duration?)? { machine.standing }
}
