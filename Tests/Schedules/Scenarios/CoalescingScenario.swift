import EndpointClient
import Foundation

/// Callers that ask the same at the same time and share an exchange, while some leave, exchanges fail or hang, and the
/// app signs in as another user.
struct CoalescingScenario: Scenario {
    static let name = "coalescing"

    /// What makes calls equal.
    private struct Question: Hashable, Sendable {
        let resource: Int
        let user: Int
    }

    private struct Exchange: Sendable {
        let question: Question
        /// Whether it is that of a flight, and not a request that a call has sent by itself.
        let isShared: Bool
        var hasFailed = false
        var isCancelled = false
    }

    /// A call, whose number the task of its flight inherits.
    private struct Caller: Sendable {
        var number = 0, user = 0
    }

    /// The error of an exchange.
    private struct ExchangeFailure: Error {
        let exchange: Int
    }

    private struct Record: Sendable {
        var exchanges: [Exchange] = []
        /// The exchanges that run, and those of them that were not cancelled.
        var running: Set<Int> = []
        var active: [Question: Int] = [:]
        /// The users that were signed in so far.
        var users = [0]
        var callers = 0
        /// The calls that have begun a flight, and those that have joined one.
        var begun: Set<Int> = [], joined: Set<Int> = []
        /// How many flights have ended because of another credential, so that their calls send their own requests.
        var abandoned = 0
    }

    /// What a caller asks, and who were signed in while it waited.
    private struct Answer: Sendable {
        let resource: Int
        let users: ArraySlice<Int>
        let isHasty: Bool
        let result: Result<APIResponse, any Error>
    }

    @TaskLocal private static var caller = Caller()

    private static let limit = Duration.seconds(3)
    /// How long jobs that can run may be late.
    private static let slack = Duration.seconds(6)
    private static let resources = 2

    private let world: World
    private let record = Locked(Record())
    private let leftovers = Leftovers()
    private let client = Locked((any APIClient)?.none)
    private let count: Int
    private let cancelOdds: Int
    private let fails: Bool
    private let hangs: Bool
    private let hasHasty: Bool
    private let changesUser: Bool
    private let queues: Bool

    init(_ world: World) {
        self.world = world
        count = 2 + world.roll(9)
        cancelOdds = 1 + world.roll(4)
        fails = world.happens(onceIn: 2)
        hangs = world.happens(onceIn: 3)
        hasHasty = world.happens(onceIn: 3)
        changesUser = world.happens(onceIn: 2)
        queues = world.happens(onceIn: 3)
    }

    func run() async {
        let shared = MemoryClient(world, sending: headers, answer).coalescing()
        let hasty = shared.timingOut(after: Self.limit, time: world.time)
        client.withLock { $0 = hasty }
        async let changes: Void = changeUser()
        let outcomes = await world.calls(0..<count, cancelledOnceIn: cancelOdds) { number in
            let isHasty = hasHasty && world.happens(onceIn: 2)
            let resource = 1 + world.roll(Self.resources)
            let answer = isHasty ? await ask(resource, hasty, isHasty) : await ask(resource, shared)
            check(answer, of: "call \(number)")
            return try answer.result.get()
        }
        await changes
        world.check(outcomes.count == count, "\(outcomes.count) of \(count) calls have ended")
        let active = record.withLock { $0.active }
        world.check(active.isEmpty, "all calls have ended, and exchanges \(active.values) continue")
        for resource in 1...Self.resources { await checkNewExchange(for: resource, shared) }
    }

    func verify() {
        let running = record.withLock { $0.running }
        world.check(running.isEmpty, "exchanges \(running) have not ended")
        world.check(leftovers.count == 0, "\(leftovers.count) calls are still held after their end")
        client.withLock { $0 = nil }
    }

    private func ask(_ resource: Int, _ client: some APIClient, _ isHasty: Bool = false) async -> Answer {
        let (start, cancellation) = (world.time.now(), Locked(Duration?.none))
        let (caller, first) = record.withLock { record in
            record.callers += 1
            return (Caller(number: record.callers, user: record.users.last ?? 0), record.users.count - 1)
        }
        let result: Result<APIResponse, any Error>
        do {
            let endpoint = NumberedEndpoint(number: resource)
            var request = APIRequest(try endpoint.makeRequest(), for: endpoint)
            leftovers.track(&request)
            request.context = request.context.observed { [record] step in
                guard case .decided("coalesced", _) = step else { return }
                record.withLock { _ = $0.joined.insert(caller.number) }
            }
            result = .success(
                try await withTaskCancellationHandler {
                    try await Self.$caller.withValue(caller) { [request] in try await client.send(request) }
                } onCancel: {
                    cancellation.withLock { $0 = world.time.now() }
                })
        } catch {
            result = .failure(error)
        }
        let end = world.time.now()
        world.check(!isHasty || end - start <= Self.limit + Self.slack, "a call with a limit took \(end - start)")
        if let cancelled = cancellation.withLock({ $0 }) {
            world.check(end - cancelled <= Self.slack, "a call waited for \(end - cancelled) after its cancellation")
        }
        return Answer(
            resource: resource, users: record.withLock { $0.users[first...] }, isHasty: isHasty, result: result)
    }

    private func check(_ answer: Answer, of call: String) {
        switch answer.result {
        case .success(let response):
            let numbers = response.numbers
            guard numbers.count == 3 else { return world.check(false, "\(call) got the body \(numbers)") }
            checkExchange(numbers[0], of: call)
            world.check(numbers[1] == answer.resource, "\(call) asked for \(answer.resource), and got \(numbers[1])")
            world.check(
                answer.users.contains(numbers[2]), "\(call) got the response of user \(numbers[2]), not \(answer.users)"
            )
        case .failure(let error as ExchangeFailure):
            checkExchange(error.exchange, of: call)
            let exchange = record.withLock { $0.exchanges[error.exchange] }
            world.check(exchange.hasFailed, "\(call) got the error of exchange \(error.exchange), which has none")
            world.check(
                exchange.question.resource == answer.resource, "\(call) got the error for \(exchange.question.resource)"
            )
        case .failure(is CancellationError): break  // Checked for every call.
        case .failure(let error as URLError):
            world.check(error.code == .timedOut && answer.isHasty, "\(call) has no limit, and failed: \(error)")
        case .failure(let error): world.check(false, "\(call) failed: \(error)")
        }
    }

    /// An exchange whose result a call gets has no end before its own.
    private func checkExchange(_ number: Int, of call: String) {
        let isCancelled = record.withLock { $0.exchanges[number].isCancelled }
        world.check(!isCancelled, "\(call) got the result of exchange \(number), which was cancelled")
    }

    /// Nothing of the calls before is left: another one has an exchange of its own.
    private func checkNewExchange(for resource: Int, _ client: some APIClient) async {
        let before = record.withLock { $0.exchanges.count }
        let answer = await ask(resource, client)
        check(answer, of: "the last call for \(resource)")
        let after = record.withLock { $0.exchanges.count }
        world.check(after == before + 1, "the last call for \(resource) began \(after - before) exchanges")
    }

    // The user.

    @Sendable private func headers() -> HeaderFields { Self.headers(of: record.withLock { $0.users.last ?? 0 }) }

    private static func headers(of user: Int) -> HeaderFields { ["Authorization": "Bearer \(user)"] }

    private func changeUser() async {
        guard changesUser else { return }
        for _ in 0..<world.roll(4) {
            await world.dawdle()
            let user = world.roll(3)
            world.note("user \(user) signs in")
            record.withLock { $0.users.append(user) }
        }
    }
}

// The server.
extension CoalescingScenario {
    /// Returns the number of the exchange, the resource, and the user whose credential was sent.
    @Sendable private func answer(_ request: APIRequest) async throws -> APIResponse {
        world.check(!Task.isCancelled, "a request was made after the last call had left")
        let user = record.withLock { $0.users.last ?? 0 }
        // The request has its credential, and waits in a queue.
        if queues { await world.dawdle(seconds: 1) }
        try Task.checkCancellation()
        request.context.report(headers: Self.headers(of: user))
        if Task.isCancelled { throw abandoned() }
        let (number, question) = begin(request.number, by: user)
        return try await withTaskCancellationHandler {
            defer { end(number) }
            try await work(number)
            world.note("exchange \(number) is answered")
            return try Responses.status(200).with(number, question.resource, user)
        } onCancel: {
            world.note("exchange \(number) is cancelled")
            record.withLock { record in
                record.exchanges[number].isCancelled = record.exchanges[number].isShared
                if record.active[question] == number { record.active[question] = nil }
            }
        }
    }

    /// The credential is not the one of the calls that wait.
    private func abandoned() -> CancellationError {
        world.note("the flight of caller \(Self.caller.number) is abandoned")
        record.withLock { record in
            record.abandoned += 1
            record.begun.insert(Self.caller.number)
        }
        return CancellationError()
    }

    private func begin(_ resource: Int, by user: Int) -> (number: Int, question: Question) {
        let (caller, question) = (Self.caller, Question(resource: resource, user: Self.caller.user))
        let (number, other, isShared, abandoned) = record.withLock { record in
            let number = record.exchanges.count
            let isShared = record.begun.insert(caller.number).inserted && !record.joined.contains(caller.number)
            record.exchanges.append(Exchange(question: question, isShared: isShared))
            record.running.insert(number)
            let other = isShared ? record.active[question] : nil
            // An exchange with another credential than that of its first call isn't joined.
            if isShared, user == question.user { record.active[question] = number }
            return (number, other, isShared, record.abandoned)
        }
        world.note("exchange \(number) of caller \(caller.number) for \(resource), user \(user), begins")
        if let other { world.check(false, "exchange \(number) began while \(other) was running for the same") }
        world.check(isShared || abandoned > 0, "exchange \(number) is shared with no other call")
        return (number, question)
    }

    /// Takes a while. A server that ignores the cancellation answers nevertheless.
    private func work(_ number: Int) async throws {
        if hangs, world.happens(onceIn: 3) { try await world.time.sleep(for: .seconds(1000)) }
        await world.dawdle()
        if fails, world.happens(onceIn: 3) {
            record.withLock { $0.exchanges[number].hasFailed = true }
            throw ExchangeFailure(exchange: number)
        }
    }

    private func end(_ number: Int) {
        record.withLock { record in
            record.running.remove(number)
            let question = record.exchanges[number].question
            if record.active[question] == number { record.active[question] = nil }
        }
    }
}
