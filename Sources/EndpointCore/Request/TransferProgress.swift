/// How much of a body has been sent, or received and stored.
public struct TransferProgress: Hashable, Sendable {
    /// The bytes that have been passed to the network, or to the file.
    public let bytes: Int64

    /// The length of the body in bytes; nil if it is unknown.
    public let total: Int64?

    /// Progress from its parts.
    public init(bytes: Int64, total: Int64?) {
        self.bytes = bytes
        self.total = total
    }

    /// From 0 to 1; nil if the length of the body is unknown.
    public var fraction: Double? {
        guard let total else { return nil }
        return total > 0 ? min(1, Double(bytes) / Double(total)) : 1
    }
}

extension TransferProgress {
    /// Where an upload or a download reports its progress: `progress: .handler { show($0.fraction) }`.
    ///
    /// It is not a closure, so that the trailing closure of an upload can only be its completion.
    public struct Handler: Sendable {
        package let handle: @Sendable (TransferProgress) -> Void

        /// Called when the call has ended, whatever the outcome.
        package let end: @Sendable () -> Void

        /// Calls a closure with the progress, on an arbitrary thread. It starts at zero again when the body is sent
        /// again.
        public static func handler(_ handle: @escaping @Sendable (TransferProgress) -> Void) -> Handler {
            Handler(handle: handle) {}
        }

        /// Sets the counts of a `Progress`, such as that of a progress bar, on an arbitrary thread. A total of −1 means
        /// unknown. An empty body counts as one unit of one: a `Progress` with a total of zero ends the process on
        /// Linux.
        public static func progress(_ progress: Progress) -> Handler {
            .handler { report in
                let isEmpty = report.total == 0
                progress.totalUnitCount = isEmpty ? 1 : report.total ?? -1
                progress.completedUnitCount = isEmpty ? 1 : report.bytes
            }
        }
    }

    /// A handler for one call, and its progress as a sequence, which ends with the call. A slow reader gets only the
    /// newest value.
    ///
    /// ```swift
    /// let (progress, updates) = TransferProgress.updates()
    /// async let download = client.download(CoverEndpoint(id: "1"), to: file, progress: progress)
    /// for await update in updates { show(update.fraction) }
    /// ```
    public static func updates() -> (handler: Handler, updates: AsyncStream<TransferProgress>) {
        let (updates, source) = AsyncStream.makeStream(of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
        return (Handler(handle: { source.yield($0) }, end: { source.finish() }), updates)
    }
}
