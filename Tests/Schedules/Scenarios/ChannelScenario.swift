import EndpointClient
import Foundation

/// The body of a response that is read as a stream: a transport that fills the channel and pauses while it is full, and
/// a reader that is slow, leaves, is cancelled, or has limits for its waits.
struct ChannelScenario: Scenario {
    static let name = "channel"

    private struct Record: Sendable {
        /// What the channel has accepted, as the number of each piece and how many bytes it has.
        var accepted: [(piece: UInt8, count: Int)] = []
        /// How many bytes the channel has returned, and how many the reader of the stream has.
        var taken = 0, read = 0
        /// Whether the request has been sent. A caller that is cancelled early doesn't send one.
        var isRequested = false
        var pauses = 0, resumes = 0, ends = 0
        /// Whether the transport waits until it may continue.
        var isPaused = false
        var hasFailed = false
        var isOver = false
    }

    private struct Chunks: StreamEndpoint {
        typealias Content = Data
        let framing = ChunkFraming()

        func makeRequest() throws -> URLRequest { URLRequest(url: try NumberedEndpoint.url(1)) }
    }

    private let world: World
    private let record = Locked(Record())
    private let channel = BodyChannel()
    private let mayResume = Signal()
    private let hasSent = Signal()
    /// Each piece has a number, which is that of all its bytes.
    private let pieces: [Int]
    private let adds: Bool
    private let fails: Bool
    private let leavesAfter: Int?
    private let timeouts: CallTimeouts?

    init(_ world: World) {
        self.world = world
        let capacity = BodyChannel.capacity
        pieces = (0..<1 + world.roll(7)).map { _ in
            [1, 3, capacity / 2, capacity - 1, capacity, capacity + 1][
                world.happens(onceIn: 2) ? world.roll(2) : world.roll(6)]
        }
        adds = world.happens(onceIn: 2)
        fails = world.happens(onceIn: 4)
        leavesAfter = world.happens(onceIn: 4) ? world.roll(4) : nil
        timeouts =
            world.happens(onceIn: 4) ? CallTimeouts(firstElement: .seconds(2), betweenElements: .seconds(2)) : nil
    }

    func run() async {
        channel.onResume(resumed)
        channel.whenEnded {
            record.withLock { $0.ends += 1 }
            mayResume.raise()
        }
        let outcome = await world.call(1, cancelledOnceIn: 4) { try await read() }
        if record.withLock({ $0.isRequested }) {
            await hasSent.wait()
            check(outcome)
        }
        record.withLock { $0.isOver = true }
    }

    func verify() {
        let record = record.withLock { $0 }
        world.check(
            record.ends == (record.isRequested ? 1 : 0), "the end of the channel was reported \(record.ends) times")
        world.check(record.resumes <= record.pauses, "\(record.resumes) resumes after \(record.pauses) pauses")
    }

    private func check(_ outcome: Outcome<Void>) {
        let record = record.withLock { $0 }
        let total = record.accepted.reduce(0) { $0 + $1.count }
        world.check(record.read <= total, "\(record.read) bytes were read of \(total)")
        switch outcome.result {
        case .success where leavesAfter != nil: break
        case .success:
            world.check(!record.hasFailed, "the stream ended without the error of the transport")
            world.check(record.read == total, "\(record.read) of \(total) bytes were read")
            world.check(record.accepted.count == pieces.count, "the transport was stopped, and the reader was not")
        case .failure(is CancellationError): break
        case .failure(let error as URLError) where error.code == .timedOut:
            world.check(timeouts != nil, "a wait without a limit timed out")
        case .failure(let error):
            world.check(record.hasFailed, "the reader got an error that the transport has not reported: \(error)")
            world.check(record.read == total, "the error came before \(total - record.read) bytes")
        }
    }

    // The transport.

    private func send() async {
        for (number, count) in pieces.enumerated() {
            await world.dawdle()
            guard await deliver(Data(repeating: UInt8(number), count: count), number) else { return }
        }
        await world.dawdle()
        record.withLock { $0.hasFailed = fails && $0.ends == 0 }
        world.note("the transport ends\(fails ? " with an error" : "")")
        channel.end(fails ? .failure(URLError(.networkConnectionLost)) : .success(()))
    }

    /// Passes a piece to the channel, as `CURLTransfer` does it or as `DataTaskHandler` does. Returns false when the
    /// exchange has been stopped.
    private func deliver(_ piece: Data, _ number: Int) async -> Bool {
        while record.withLock({ $0.ends == 0 }) {
            let (isAccepted, pauses) = adds ? add(piece) : offer(piece)
            world.note("piece \(number), \(piece.count) bytes: \(isAccepted ? "accepted" : "refused")")
            if isAccepted { accept(number, piece.count) }
            if pauses {
                record.withLock { ($0.isPaused, $0.pauses) = (true, $0.pauses + 1) }
                await mayResume.wait()
            }
            if isAccepted { return record.withLock { $0.ends == 0 } }
        }
        return false
    }

    private func accept(_ number: Int, _ count: Int) {
        let waiting = record.withLock { record in
            record.accepted.append((UInt8(number), count))
            return record.accepted.reduce(-record.taken) { $0 + $1.count }
        }
        world.check(
            waiting < BodyChannel.capacity + count,
            "\(waiting) bytes wait after a piece of \(count): the transport was not paused")
    }

    private func offer(_ piece: Data) -> (isAccepted: Bool, pauses: Bool) {
        let isAccepted = piece.withUnsafeBytes(channel.offer)
        return (isAccepted, !isAccepted)
    }

    private func add(_ piece: Data) -> (isAccepted: Bool, pauses: Bool) {
        (true, channel.add(piece).pauses)
    }

    @Sendable private func resumed() {
        let (wasPaused, isOver) = record.withLock { record in
            defer { (record.isPaused, record.resumes) = (false, record.resumes + 1) }
            return (record.isPaused, record.isOver)
        }
        world.check(wasPaused, "the transport was resumed, and had not paused")
        world.check(!isOver, "the transport was resumed after the end")
        mayResume.raise()
    }

    // The reader.

    private func read() async throws {
        let client = MemoryClient(world) { [self] _ in
            record.withLock { $0.isRequested = true }
            Task {
                await send()
                hasSent.raise()
            }
            let reading = Reading(channel)
            var response = try Responses.status(200)
            response.body = .stream(
                BodyStream {
                    let data = try await reading.next()
                    record.withLock { $0.taken += data?.count ?? 0 }
                    return data
                })
            return response
        }
        var count = 0
        for try await chunk in client.stream(Chunks(), timeouts: timeouts) {
            count += 1
            check(chunk)
            if count == leavesAfter { return }
            await world.dawdle()
        }
    }

    /// Checks that a chunk has the bytes that follow.
    private func check(_ chunk: Data) {
        world.note("\(chunk.count) bytes are read")
        let (accepted, start) = record.withLock { record in
            defer { record.read += chunk.count }
            return (record.accepted, record.read)
        }
        var (piece, rest, offset) = (0, start, chunk.startIndex)
        while piece < accepted.count, rest >= accepted[piece].count {
            rest -= accepted[piece].count
            piece += 1
        }
        while offset < chunk.endIndex, piece < accepted.count {
            let count = min(accepted[piece].count - rest, chunk.endIndex - offset)
            let isRight = chunk[offset] == accepted[piece].piece && chunk[offset + count - 1] == accepted[piece].piece
            world.check(isRight, "the bytes after \(start) are not those that were sent")
            (piece, rest, offset) = (piece + 1, 0, offset + count)
        }
        world.check(offset == chunk.endIndex, "more bytes were read than sent")
    }
}

/// The reader of a channel, which ends it when it is cancelled or released, as `BodyReading` ends an exchange.
private final class Reading: Sendable {
    private let channel: BodyChannel

    init(_ channel: BodyChannel) {
        self.channel = channel
    }

    deinit {
        channel.end(.failure(CancellationError()))
    }

    func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try await channel.next()
        } onCancel: {
            channel.end(.failure(CancellationError()))
        }
    }
}
