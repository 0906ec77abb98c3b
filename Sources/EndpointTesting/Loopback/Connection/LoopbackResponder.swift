/// Who decides about the replies.
enum LoopbackResponder: Sendable {
    /// Called on the connection's thread.
    case immediate(@Sendable (RecordedRequest) -> LoopbackReply)
    /// Called in a task of its own, while the connection's thread waits.
    case async(@Sendable (RecordedRequest) async -> LoopbackReply)
}
