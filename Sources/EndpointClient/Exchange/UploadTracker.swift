/// Counts the bytes of a body as they are read and sent, reports the progress and the flow, and stores the reason why a
/// body could not be read.
final class UploadTracker: Sendable {
    private struct State {
        var read: Int64?
        var reported: Int64?
        /// How many bytes have been reported to `onBody`.
        var flowed: Int64 = 0
        var fault: RequestError?
    }

    private let total: Int64?
    private let report: (@Sendable (TransferProgress) -> Void)?
    private let onBody: @Sendable (BodyReport) -> Void
    private let state = Locked(State())

    init(
        total: Int64?, report: (@Sendable (TransferProgress) -> Void)?,
        onBody: @escaping @Sendable (BodyReport) -> Void = { _ in }
    ) {
        (self.total, self.report, self.onBody) = (total, report, onBody)
    }

    /// Why the body could not be read; nil if it could.
    var fault: RequestError? {
        state.withLock { $0.fault }
    }

    /// Whether bytes of one of our own streams have been read.
    var hasBeenRead: Bool {
        state.withLock { $0.read ?? 0 > 0 }
    }

    func fail(_ problem: String) {
        state.withLock { $0.fault = RequestError(.body(problem)) }
    }

    /// Called when the body is sent again from its beginning.
    func restart() {
        state.withLock { ($0.reported, $0.flowed) = (nil, 0) }
    }

    /// Called when one of our own streams has been read up to an offset, which restarts at zero when the body is sent
    /// again.
    func read(upTo offset: Int64) {
        state.withLock { state in
            if offset < state.flowed { state.flowed = 0 }
            state.read = offset
        }
        flow(upTo: offset)
    }

    /// Called when the session has sent bytes. Its count continues when it sends a body again, so the offset of our own
    /// stream is preferred. That offset may be at the end in many reports of the session; only the first is passed on.
    func sent(_ bytes: Int64) {
        flow(upTo: bytes)
        if bytes == total { end() }
        guard let report else { return }
        let due: Int64? = state.withLock { state in
            let sent = state.read ?? bytes
            let reported = state.reported ?? 0
            guard sent < reported || sent >= reported + step || sent == total && state.reported != total else {
                return nil
            }
            state.reported = sent
            return sent
        }
        if let due { report(TransferProgress(bytes: due, total: total)) }
    }

    /// Reports the bytes up to an offset, unless they have been reported when they were read.
    private func flow(upTo offset: Int64) {
        let new = state.withLock { state in
            defer { state.flowed = max(state.flowed, offset) }
            return offset - state.flowed
        }
        if new > 0 { onBody(.sent(Int(clamping: new))) }
    }

    /// Called when the whole body has been sent.
    func end() { onBody(.complete) }

    /// The minimum number of bytes between two reports: at most two hundred for a body, at least 64 KiB apart.
    private var step: Int64 { max(1 << 16, (total ?? 0) / 200) }
}

extension APIRequest {
    /// Reports that the whole body has been sent, as `URLSessionClient` does at the end of an upload. There is no
    /// report for an empty body, or for one of unknown length.
    package func reportWholeBody() {
        guard let progress, let length, length > 0 else { return }
        progress(TransferProgress(bytes: length, total: length))
    }

    private var length: Int64? {
        guard let body else { return urlRequest.httpBody.map { Int64($0.count) } }
        return try? RequestBody(body).length
    }
}
