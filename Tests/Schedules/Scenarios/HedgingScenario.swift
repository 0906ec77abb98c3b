import EndpointClient
import Foundation

/// Calls that are sent a second time when their response is late, while sends are quick, late, fail, hang or wait in a
/// queue, and callers leave.
struct HedgingScenario: Scenario {
    static let name = "hedging"

    private enum Ending: Sendable { case good, bad, error }

    private struct Send: Sendable {
        let call: Int, isFirst: Bool
        var isRunning = true, isCancelled = false
        var ending: Ending?, end = Duration.zero
    }

    private struct Call: Sendable {
        /// Its requests, and those that have ended, in their order.
        var sends: [Int] = [], ended: [Int] = []
        var hedges = 0
        var isQueued = false, isOver = false
    }

    private struct SendFailure: Error {
        let send: Int
    }

    private struct Record: Sendable {
        var sends: [Send] = []
        var calls: [Call]
        var hedges = 0
        /// When the server has last asked for fewer requests, in a response that a caller has received.
        var lastPushBack: Duration?
    }

    private let world: World
    private let record: Locked<Record>
    private let leftovers = Leftovers()
    private let client = Locked((any APIClient)?.none)
    /// Quick calls at the beginning, which earn the tokens of hedges, and the others.
    private let quickCount: Int
    private let count: Int
    private let cancelOdds: Int
    private let fails: Bool
    private let queues: Bool

    init(_ world: World) {
        self.world = world
        quickCount = world.happens(onceIn: 4) ? world.roll(41) : 41
        count = 1 + world.roll(6)
        cancelOdds = world.happens(onceIn: 2) ? .max : 1 + world.roll(4)
        fails = world.happens(onceIn: 2)
        queues = world.happens(onceIn: 4)
        record = Locked(Record(calls: Array(repeating: Call(), count: quickCount + count)))
    }

    func run() async {
        let client = MemoryClient(world, answer).hedging(time: world.time)
        self.client.withLock { $0 = client }
        for number in 0..<quickCount { _ = try? await send(number, through: client) }
        let outcomes = await world.calls(quickCount..<quickCount + count, cancelledOnceIn: cancelOdds) { number in
            let result: Result<APIResponse, any Error>
            do { result = .success(try await send(number, through: client)) } catch { result = .failure(error) }
            check(result, of: number)
            return try result.get()
        }
        world.check(outcomes.count == count, "\(outcomes.count) of \(count) calls have ended")
    }

    func verify() {
        let record = record.withLock { $0 }
        let running = record.sends.indices.filter { record.sends[$0].isRunning }
        world.check(running.isEmpty, "sends \(running) have not ended")
        world.check(leftovers.count == 0, "\(leftovers.count) calls are still held after their end")
        // A call earns a twentieth of a hedge, and two are kept.
        world.check(
            record.hedges * 20 <= quickCount + count, "\(record.hedges) hedges for \(quickCount + count) calls")
        client.withLock { $0 = nil }
    }

    private func send(_ number: Int, through client: some APIClient) async throws -> APIResponse {
        defer { end(number) }
        let endpoint = NumberedEndpoint(number: number)
        var request = APIRequest(try endpoint.makeRequest(), for: endpoint)
        leftovers.track(&request)
        request.progress = { _ in }
        request.context = request.context.observed { observe($0, of: number) }
        return try await client.send(request)
    }

    private func observe(_ step: CallStep, of number: Int) {
        let (call, lastPushBack) = record.withLock { ($0.calls[number], $0.lastPushBack) }
        world.check(!call.isOver, "call \(number) reported after its end: \(step)")
        guard case .decided("hedged", _) = step else { return }
        world.note("call \(number) is hedged")
        world.check(!call.isQueued, "call \(number) was hedged while it waited in a queue")
        world.check(
            lastPushBack.map { world.time.now() >= $0 + .seconds(1) } ?? true,
            "call \(number) was hedged although the server had asked for fewer requests")
        record.withLock { record in
            record.hedges += 1
            record.calls[number].hedges += 1
        }
    }

    /// The call is over: what it has sent has ended, or was cancelled.
    private func end(_ number: Int) {
        let (call, sends) = record.withLock { record in
            record.calls[number].isOver = true
            return (record.calls[number], record.sends)
        }
        for send in call.sends where sends[send].isRunning {
            world.check(sends[send].isCancelled, "call \(number) has ended, and its send \(send) continues")
        }
        world.check(
            call.hedges <= 1 && call.sends.count <= 1 + call.hedges,
            "call \(number) was sent \(call.sends.count) times, with \(call.hedges) hedges")
    }

    private func check(_ result: Result<APIResponse, any Error>, of number: Int) {
        if case .failure(is CancellationError) = result { return }  // Checked for every call.
        let (call, sends) = record.withLock { ($0.calls[number], $0.sends) }
        let returned =
            switch result {
            case .success(let response): response.numbers.first
            case .failure(let error): (error as? SendFailure)?.send
            }
        guard let returned, call.sends.contains(returned) else {
            return world.check(false, "call \(number) got the result of another: \(result)")
        }
        let good = call.ended.first { sends[$0].ending == .good }
        if let good {
            return world.check(returned == good, "call \(number) got send \(returned), and \(good) was good")
        }
        world.check(
            call.sends.count == 1 + call.hedges && call.ended.count == call.sends.count,
            "call \(number) failed when \(call.ended.count) of \(1 + call.hedges) sends had failed")
        // A failing response is better than an error, and the first one better than the second.
        let inOrder = call.sends.sorted { sends[$0].isFirst && !sends[$1].isFirst }
        let best = inOrder.first { sends[$0].ending == .bad } ?? inOrder.first
        world.check(returned == best, "call \(number) got the failure of send \(returned), not of \(best ?? -1)")
        if sends[returned].ending == .bad {
            record.withLock { $0.lastPushBack = max($0.lastPushBack ?? .zero, sends[returned].end) }
        }
    }
}

// The server.
extension HedgingScenario {
    /// Returns the number of the send.
    @Sendable private func answer(_ request: APIRequest) async throws -> APIResponse {
        // Only the first request reports the progress of its body.
        let (number, isFirst) = (request.number, request.progress != nil)
        let (send, call) = record.withLock { record in
            let send = record.sends.count
            record.sends.append(Send(call: number, isFirst: isFirst))
            record.calls[number].sends.append(send)
            return (send, record.calls[number])
        }
        if number < quickCount { return try finish(send, .good) }
        world.note("send \(send) of call \(number)\(isFirst ? "" : ", its second")")
        world.check(!call.isOver, "call \(number) was sent after its end")
        world.check(!Task.isCancelled, "call \(number) was sent after its cancellation")
        return try await withTaskCancellationHandler {
            do {
                if queues, isFirst { await queue(request) }
                return try finish(send, await work(request))
            } catch {
                record.withLock { $0.sends[send].isRunning = false }
                throw error
            }
        } onCancel: {
            world.note("send \(send) is cancelled")
            record.withLock { $0.sends[send].isCancelled = true }
        }
    }

    private func queue(_ request: APIRequest) async {
        guard world.happens(onceIn: 3) else { return }
        record.withLock { $0.calls[request.number].isQueued = true }
        request.context.emit(.queued)
        await world.dawdle()
        record.withLock { $0.calls[request.number].isQueued = false }
        request.context.emit(.admitted(after: .zero))
    }

    /// Takes a while, and reports steps meanwhile. A server that ignores the cancellation answers nevertheless.
    private func work(_ request: APIRequest) async throws -> Ending {
        if world.happens(onceIn: 6) { try await world.time.sleep(for: .seconds(1000)) }
        if world.happens(onceIn: 2) { try? await world.time.sleep(for: .seconds(1 + world.roll(3))) }
        await world.dawdle()
        request.context.emit(.decided(name: "step"))
        await world.dawdle(seconds: 1)
        return fails && world.happens(onceIn: 2) ? world.happens(onceIn: 2) ? .bad : .error : .good
    }

    private func finish(_ send: Int, _ ending: Ending) throws -> APIResponse {
        record.withLock { record in
            record.sends[send].isRunning = false
            (record.sends[send].ending, record.sends[send].end) = (ending, world.time.now())
            record.calls[record.sends[send].call].ended.append(send)
        }
        world.note("send \(send) ends: \(ending)")
        switch ending {
        case .good: return try Responses.status(200).with(send)
        case .bad: return try Responses.status(503).with(send)
        case .error: throw SendFailure(send: send)
        }
    }
}
