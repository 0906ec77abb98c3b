import EndpointTesting
import HouseholdAPI

/// The last events of the service, as they are sent (WHATWG HTML §9.2.5), and the streams of their readers.
///
/// Events are numbered from 1. A stream that is requested with `Last-Event-ID` starts with the events after that one,
/// if they are still stored; the identifier of another run of the service is unknown, and the stream has only new
/// events.
struct EventLog: Sendable {
    private static let capacity = 1000

    private var lastID = 0
    private var events: [Data] = []
    private var followers: [AsyncStream<Data>.Continuation] = []

    /// Numbers an event, stores it, and sends it. A stream whose reader is too slow ends, and the reader reconnects.
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

    /// The events after one, and the new ones. A comment every 15 seconds shows clients that the connection is
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
