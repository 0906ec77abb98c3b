import EndpointTesting
import HouseholdAPI

/// The last events of the service, as they are sent (WHATWG HTML §9.2.5), and the streams of those who follow them.
///
/// Events are numbered from 1. A stream that is asked for again with `Last-Event-ID` begins with the events behind that
/// one, as far as they are kept; the identifier of another run of the service is not known, and the stream has what
/// happens from now on.
struct EventLog: Sendable {
    private static let capacity = 1000

    private var lastID = 0
    private var events: [Data] = []
    private var followers: [AsyncStream<Data>.Continuation] = []

    /// Numbers an event, keeps it, and sends it. A stream whose reader is too slow ends, and is asked for again.
    mutating func append(_ event: BookEvent) throws {
        lastID += 1
        let json = String(decoding: try HTTPBody.json(event).data, as: UTF8.self)
        let bytes = ServerSentEvent(data: json, id: "\(lastID)").encoded
        events = (events + [bytes]).suffix(Self.capacity)
        followers.removeAll { follower in
            if case .enqueued = follower.yield(bytes) { return false }
            follower.finish()
            return true
        }
    }

    /// The events behind one, and those that come. A comment every 15 seconds shows clients that the connection is
    /// alive.
    mutating func stream(after id: String?, time: TimeSource) -> AsyncStream<Data> {
        let (stream, follower) = AsyncStream.makeStream(of: Data.self, bufferingPolicy: .bufferingOldest(Self.capacity))
        if let id = id.flatMap({ Int($0) }), (0...lastID).contains(id) {
            for event in events.suffix(lastID - id) { follower.yield(event) }
        }
        let heartbeat = Task {
            while (try? await time.sleep(for: .seconds(15))) != nil { follower.yield(Data(":\n\n".utf8)) }
        }
        follower.onTermination = { _ in heartbeat.cancel() }
        followers.append(follower)
        return stream
    }
}
