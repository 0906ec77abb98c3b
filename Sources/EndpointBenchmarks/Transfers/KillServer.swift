import EndpointTesting

/// A server of one file for ``KillBenchmark``, which supports ranges.
///
/// It sends a block when all blocks but the last one are stored, so that at most two are on their way, however late a
/// busy machine lets the client write. An answer that has reached the point stops after one more block.
final class KillServer: Sendable {
    /// One answer.
    struct Transfer: Hashable, Sendable {
        /// The position of its first byte in the file.
        let first: Int

        /// How many bytes the server has sent, or is about to send.
        var sent = 0

        /// The position after the last byte that has been sent.
        var end: Int { first + sent }
    }

    fileprivate struct State {
        var transfers: [Transfer] = []
        /// A position whose block the next answer has not begun to send.
        var point: Int?
        var pointIndex = 0
        /// Where a response that has reached the point stops.
        var ends: [Int: Int] = [:]
    }

    /// How many bytes are sent at once.
    static let block = 512 << 10

    /// How many blocks may be on their way.
    static let window = 2

    private static let tag = "\"seeded\""

    let data: Data
    private let state: AwaitableValue<State>
    private let server: LoopbackServer

    /// - Parameter stored: how many bytes are stored now.
    init(_ data: Data, stored: @escaping @Sendable () -> Int) throws {
        let state = AwaitableValue(State())
        (self.data, self.state) = (data, state)
        server = try .immediate(options: .init(keepsRequests: false)) { Self.reply(to: $0, data, state, stored) }
    }

    var url: URL { server.url }

    var transfers: [Transfer] { state.value.transfers }

    /// Sets the position that ``pointReached()`` waits for; with nil the wait ends.
    func watch(for point: Int?) {
        state.update { ($0.point, $0.pointIndex) = (point, $0.transfers.count) }
    }

    /// Suspends until the next response starts to send the block with the position, or a later one.
    func pointReached() async {
        await state.wait { $0.point == nil }
    }

    private static func reply(
        to request: RecordedRequest, _ data: Data, _ state: AwaitableValue<State>,
        _ stored: @escaping @Sendable () -> Int
    ) -> LoopbackReply {
        let range = request.header("If-Range") == tag ? request.header("Range") : nil
        let first = range?.dropFirst("bytes=".count).dropLast()
        let start = first.flatMap { Int($0) } ?? 0
        let index = state.update { state in
            state.transfers.append(Transfer(first: start))
            return state.transfers.count - 1
        }
        var head = LoopbackResponse(
            status: first == nil ? 200 : 206, headers: ["ETag": tag, "Content-Length": "\(data.count - start)"])
        if first != nil {
            head.headers.append("Content-Range", "bytes \(start)-\(data.count - 1)/\(data.count)")
        }
        return .stream(
            head,
            AsyncStream {
                while !state.value.mayGoOn(index, stored: stored()) {
                    // Cancelled when the client has closed the connection.
                    guard (try? await Task.sleep(for: .milliseconds(2))) != nil else { return nil }
                }
                return Task.isCancelled ? nil : state.update { $0.next(of: index, data) }
            })
    }
}

extension KillServer.State {
    fileprivate func mayGoOn(_ index: Int, stored: Int) -> Bool {
        let end = transfers[index].end
        return end <= stored + (KillServer.window - 1) * KillServer.block && end < ends[index] ?? .max
    }

    /// The next block of an answer; nil at its end.
    fileprivate mutating func next(of index: Int, _ data: Data) -> Data? {
        let start = transfers[index].end
        let end = min(start + KillServer.block, data.count)
        transfers[index].sent += end - start
        if index >= pointIndex, end > point ?? .max { (point, ends[index]) = (nil, end + KillServer.block) }
        return start < end ? data[start..<end] : nil
    }
}
