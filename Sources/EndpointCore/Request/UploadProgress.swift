/// How much of a body has been sent.
public struct UploadProgress: Hashable, Sendable {
    /// Bytes handed to the network so far.
    public let sent: Int64

    /// Bytes in all, or nil when the length of the body is not known.
    public let total: Int64?

    /// A moment of an upload.
    public init(sent: Int64, total: Int64?) {
        self.sent = sent
        self.total = total
    }

    /// From 0 to 1; nil when the length of the body is not known.
    public var fraction: Double? {
        guard let total else { return nil }
        return total > 0 ? min(1, Double(sent) / Double(total)) : 1
    }
}
