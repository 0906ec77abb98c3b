extension CredentialRefresh {
    /// The machine's one transition: an event comes in, and effects go out.
    public mutating func handle(_ event: Event, at now: Duration) -> [Effect] {
        switch event {
        case .needed(let call): supply(call, at: now)
        case .refused(let call, let use): replace(use, for: call, at: now)
        case .cancelled(let call): waiters.removeValue(forKey: call) == nil ? [] : [.cancel(call)]
        case .refreshed(version, let credential, let expiry): arrive(credential, expiry: expiry, at: now)
        case .failed(version, let error): flight == nil ? [] : land(error)
        case .refreshed, .failed: []
        case .signedIn(let credential, let expiry): adopt(credential, expiry: expiry, at: now)
        case .signedOut: discard()
        }
    }

    private mutating func supply(_ call: Call, at now: Duration) -> [Effect] {
        guard let current, !current.isExpired(at: now), flight?.isRefused != true else {
            return wait(call, isReplay: false, at: now)
        }
        let send = Effect.send(call, use(current, isReplay: false))
        guard current.isDue(at: now) else { return [send] }
        return [send] + takeOff(keeping: 1, at: now)
    }

    private mutating func replace(
        _ used: IssuedCredential<Credential>, for call: Call, at now: Duration
    ) -> [Effect] {
        guard !used.isReplay else { return [.accept401(call)] }
        let isNews = used.version == version
        if let current, !isNews, !current.isExpired(at: now), flight?.isRefused != true {
            return [.send(call, use(current, isReplay: true))]
        }
        let effects = wait(call, isReplay: true, at: now)
        if isNews { flight?.isRefused = true }
        return effects
    }

    private mutating func wait(_ call: Call, isReplay: Bool, at now: Duration) -> [Effect] {
        let effects = takeOff(keeping: 0, at: now)
        guard flight != nil else { return [.fail(call, exhaustion)] }
        waiters[call] = Wait(isReplay: isReplay)
        return effects
    }

    /// Begins a refresh, unless one is under way or the limit leaves no more than `reserve`.
    private mutating func takeOff(keeping reserve: Int, at now: Duration) -> [Effect] {
        starts = starts.map { min($0, now) }.filter { now - $0 < policy.period }
        guard flight == nil, starts.count + min(reserve, policy.limit - 1) < policy.limit else { return [] }
        starts.append(now)
        flight = Flight(isRefused: false)
        return [.refresh(version: version)]
    }

    private var exhaustion: CredentialError {
        .tooManyRefreshes(until: (starts.min() ?? .zero) + policy.period)
    }

    private mutating func arrive(_ credential: Credential, expiry: Duration?, at now: Duration) -> [Effect] {
        let isSame = credential == current?.credential
        let isUseless = isSame && (flight?.isRefused ?? true || expiry.map { $0 <= now } ?? true)
        return isUseless ? land(.unchanged) : adopt(credential, expiry: expiry, at: now)
    }

    private mutating func adopt(_ credential: Credential, expiry: Duration?, at now: Duration) -> [Effect] {
        let held = Held(credential, expiry: expiry, arrival: now, leeway: policy.leeway)
        (version, current) = (version + 1, held)
        return release().map { .send($0.key, use(held, isReplay: $0.value.isReplay)) }
    }

    private mutating func land(_ error: CredentialError) -> [Effect] {
        release().map { .fail($0.key, error) }
    }

    private mutating func discard() -> [Effect] {
        (version, current) = (version + 1, nil)
        return land(.signedOut)
    }

    /// Ends the refresh, and names everyone who waits for it: the one who came first before the others.
    private mutating func release() -> [(key: Call, value: Wait)] {
        defer { (flight, waiters) = (nil, [:]) }
        return waiters.sorted { $0.key < $1.key }
    }

    func use(_ held: Held, isReplay: Bool) -> IssuedCredential<Credential> {
        IssuedCredential(credential: held.credential, version: version, isReplay: isReplay)
    }
}
