/// Calls the progress closure of an upload on a queue of its own, because the thread of an engine serves other calls
/// too.
///
/// Reports are delivered one at a time and in order. While the closure runs, a bounded number of them is kept: beyond
/// it the latest report replaces the one before.
final class ProgressRelay: Sendable {
    private struct State {
        var reports: [TransferProgress] = []
        var actions: [@Sendable () -> Void] = []
        var isRunning = false
    }

    private static let capacity = 256

    private let handler: @Sendable (TransferProgress) -> Void
    private let state = Locked(State())

    init(_ handler: @escaping @Sendable (TransferProgress) -> Void) {
        self.handler = handler
    }

    /// Reports a progress. It returns before the closure has been called.
    func report(_ progress: TransferProgress) {
        let isFirst = state.withLock { state in
            if state.reports.count == Self.capacity { state.reports.removeLast() }
            state.reports.append(progress)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if isFirst { DispatchQueue.global().async { [self] in deliver() } }
    }

    /// Performs an action after all reports so far have been delivered; immediately if they have been.
    func afterReports(_ action: @escaping @Sendable () -> Void) {
        let isIdle = state.withLock { state in
            if state.isRunning { state.actions.append(action) }
            return !state.isRunning
        }
        if isIdle { action() }
    }

    private func deliver() {
        while true {
            let reports = state.withLock { state in
                defer { state.reports = [] }
                return state.reports
            }
            for report in reports { handler(report) }
            if reports.isEmpty, isDone() { return }
        }
    }

    /// Performs the actions and returns true, unless another report has arrived.
    private func isDone() -> Bool {
        let actions = state.withLock { state -> [@Sendable () -> Void]? in
            guard state.reports.isEmpty else { return nil }
            defer { (state.actions, state.isRunning) = ([], false) }
            return state.actions
        }
        for action in actions ?? [] { action() }
        return actions != nil
    }
}
