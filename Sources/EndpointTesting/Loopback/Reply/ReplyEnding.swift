/// What happens to a connection after a reply.
enum ReplyEnding: Hashable {
    case keepOpen, close, reset
}
