/// Counts what is read of a body, reports it now and then, and remembers why a body could not be read.
final class UploadMeter: Sendable {
    private struct State {
        var read: Int64?
        var reported: Int64 = 0
        var fault: RequestError?
    }

    private let total: Int64?
    private let report: (@Sendable (UploadProgress) -> Void)?
    private let state = Locked(State())

    init(total: Int64?, report: (@Sendable (UploadProgress) -> Void)?) {
        self.total = total
        self.report = report
    }

    /// Why the body could not be read, if so.
    var fault: RequestError? {
        state.withLock { $0.fault }
    }

    /// Whether anything of a stream of our own has been read.
    var hasBeenRead: Bool {
        state.withLock { $0.read ?? 0 > 0 }
    }

    func fail(_ problem: String) {
        state.withLock { $0.fault = RequestError(.body(problem)) }
    }

    /// A stream of our own has been read up to an offset; it starts anew when the body is sent again.
    func read(upTo offset: Int64) {
        state.withLock { $0.read = offset }
    }

    /// The session has sent bytes; it counts on when it sends a body again, unlike our own stream, which is why that goes first.
    func sent(_ bytes: Int64) {
        guard let report else { return }
        let due: Int64? = state.withLock { state in
            let sent = state.read ?? bytes
            guard sent < state.reported || sent >= state.reported + step || sent == total else { return nil }
            state.reported = sent
            return sent
        }
        if let due { report(UploadProgress(sent: due, total: total)) }
    }

    /// Two hundred reports for a whole body, and none for less than 64 KiB.
    private var step: Int64 { max(1 << 16, (total ?? 0) / 200) }
}

extension APIRequest {
    /// Tells the caller that the whole body has been sent, as a client with a network does at the end: not of a body without bytes, or
    /// one whose length is not known.
    package func reportWholeBody() {
        guard let progress, let length, length > 0 else { return }
        progress(UploadProgress(sent: length, total: length))
    }

    private var length: Int64? {
        guard let body else { return urlRequest.httpBody.map { Int64($0.count) } }
        return try? OutgoingBody(body).length
    }
}
