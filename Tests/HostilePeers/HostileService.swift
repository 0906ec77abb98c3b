/// The responses of a server with hostile replies: `/hostile/7` is answered by the reply with that index, `/ordinary/7`
/// by `answer 7`, and `/seen` by a description of the request.
public struct HostileService: Sendable {
    /// The progress of the hostile replies of this server.
    public let progress: HostileProgress

    /// - Parameter isReleased: whether no reply waits for ``HostileProgress/release()``.
    public init(isReleased: Bool = false) {
        progress = HostileProgress(isReleased: isReleased)
    }

    public func reply(to request: RecordedRequest) -> LoopbackReply {
        let parts = request.path.split(separator: "/")
        switch (parts.first, parts.dropFirst().first) {
        case ("ordinary", let number?): return .text("answer \(number)" + Self.surprises(in: request))
        case ("seen", _): return .text(Self.summary(of: request))
        case ("hostile", let index?):
            guard let index = Int(index), HostileReply.all.indices.contains(index) else { return .status(404) }
            return reply(HostileReply.all[index], to: request)
        default: return .status(404)
        }
    }

    /// What an ordinary request has that no request of the client should have: nothing, if all is well.
    private static func surprises(in request: RecordedRequest) -> String {
        request.header("Cookie").map { ", with the cookie \($0)" } ?? ""
    }

    /// `POST, 6 bytes, with its credential`
    private static func summary(of request: RecordedRequest) -> String {
        let credential =
            request.header("Authorization").map { $0 == HostileRequest.credential ? "its" : "another" } ?? "no"
        return "\(request.method), \(request.bodyByteCount) bytes, with \(credential) credential"
    }

    private func reply(_ reply: HostileReply, to request: RecordedRequest) -> LoopbackReply {
        let pieces = reply.pieces.map { $0.filled(for: request) }
        let whole = pieces.reduce(into: Data()) { whole, piece in
            if case .bytes(let bytes) = piece { whole += bytes }
        }
        let isWhole = pieces.allSatisfy { if case .bytes = $0 { true } else { false } }
        switch reply.ending {
        case .reset: return .rawThenReset(whole)
        case .keep: return .raw(whole, close: false)
        case .close where isWhole && pieces.count < 2: return .raw(whole, close: true)
        case .close, .silence: return .rawStream(progress.stream(pieces, staysOpen: reply.ending == .silence))
        }
    }
}

extension HostilePiece {
    /// The piece as bytes, with the names in it replaced.
    fileprivate func filled(for request: RecordedRequest) -> HostilePiece {
        guard case .text(var text) = self else { return self }
        if text.contains("{") {
            let host = request.header("Host") ?? ""
            let port = host.split(separator: ":").last ?? "80"
            text = text.replacingOccurrences(of: "{path}", with: request.path)
                .replacingOccurrences(of: "{self}", with: host)
                .replacingOccurrences(of: "{other}", with: "localhost:\(port)")
        }
        return .bytes(Data(text.utf8))
    }
}

/// The progress of a server with a hostile reply, for tests that wait for it or make it wait.
public struct HostileProgress: Sendable {
    private struct State: Sendable {
        var isReleased: Bool
        var isPaused = false
        var isSent = false
    }

    private let state: AwaitableValue<State>

    fileprivate init(isReleased: Bool) {
        state = AwaitableValue(State(isReleased: isReleased))
    }

    /// Suspends until everything has been sent that comes before a silence, or the client has closed the connection.
    public func sent() async {
        await state.wait { $0.isSent }
    }

    /// Suspends until the server waits at a pause, lets it go on, and suspends until everything has been sent.
    public func release() async {
        await state.wait { $0.isPaused || $0.isSent }
        state.update { $0.isReleased = true }
        await sent()
    }

    fileprivate func stream(_ pieces: [HostilePiece], staysOpen: Bool) -> AsyncStream<Data> {
        let next = Locked(0)
        return AsyncStream {
            while true {
                let index = next.withLock { next in
                    defer { next += 1 }
                    return next
                }
                guard index < pieces.count else { return await end(staysOpen: staysOpen) }
                switch pieces[index] {
                case .bytes(let bytes): return bytes
                case .text(let text): return Data(text.utf8)
                case .endless(let bytes):
                    next.withLock { $0 = index }
                    return bytes
                case .pause:
                    state.update { $0.isPaused = true }
                    await state.wait { $0.isReleased }
                }
            }
        } onCancel: {
            state.update { $0.isSent = true }
        }
    }

    /// The end of a stream, at once or when its connection is closed.
    private func end(staysOpen: Bool) async -> Data? {
        state.update { $0.isSent = true }
        if staysOpen { await state.wait { _ in false } }
        return nil
    }
}
