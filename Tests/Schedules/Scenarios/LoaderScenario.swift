import EndpointClient
import EndpointLoading
import Foundation

/// Views that load, reload, cancel and set the content of one loader.
struct LoaderScenario: Scenario {
    static let name = "loader"

    private let world: World
    private let fetches: Fetches
    private let count: Int
    private let cancellations = Locked(0)
    /// Whether no call is cancelled, and none cancels or sets the content.
    private let isCalm: Bool

    init(_ world: World) {
        self.world = world
        isCalm = world.happens(onceIn: 3)
        fetches = Fetches(world, areCancelled: !isCalm)
        count = 2 + world.roll(9)
    }

    func run() async {
        let watcher = await load()
        // The loader has been released, which ends the sequence of its states.
        await watcher.value
    }

    func verify() { fetches.verify() }

    /// Uses a loader, and returns the task that reads its states.
    private func load() async -> Task<Void, Never> {
        let loader = await Loader { [fetches] in try await fetches.fetch() }
        let states = await loader.states
        let watcher = Task { await watch(states) }
        _ = await world.calls(0..<count, cancelledOnceIn: isCalm ? .max : 2) { number in
            try await use(loader, number)
        }
        let state = await loader.state
        if case .loading = state { world.check(false, "all calls have ended, and the state is \(state)") }
        return watcher
    }

    private func use(_ loader: Loader<Int>, _ number: Int) async throws {
        switch isCalm ? 2 + world.roll(5) : world.roll(7) {
        case 0:
            world.note("call \(number) cancels")
            cancellations.withLock { $0 += 1 }
            await loader.cancel()
        case 1: await set(loader, number)
        case 2: check(await loader.loadIfNeeded(), number)
        default: check(await loader.load(), number)
        }
    }

    @MainActor private func set(_ loader: Loader<Int>, _ number: Int) {
        let content = fetches.next()
        world.note("call \(number) sets \(content)")
        loader.set(content)
        world.check(loader.state == .success(content), "the state is \(loader.state) after \(content) was set")
    }

    private func check(_ state: LoadingState<Int>, _ number: Int) {
        world.note("call \(number) returns: \(state)")
        if case .failure(let error, _) = state {
            world.check(error is PlannedFailure, "call \(number) got \(error)")
        }
        let isCancelled = Task.isCancelled || cancellations.withLock { $0 > 0 }
        world.check(isCancelled || state != .initial, "call \(number) has loaded nothing")
    }

    /// Checks that no content takes the place of a newer one.
    private func watch(_ states: AsyncStream<LoadingState<Int>>) async {
        var last = 0
        for await state in states {
            await world.dawdle()
            guard let content = state.content else { continue }
            world.check(content >= last, "\(content) took the place of \(last)")
            last = content
        }
    }
}

/// Views that load the pages of a list, and reload it meanwhile.
struct PagesScenario: Scenario {
    static let name = "pages"

    private struct Page: PagedEndpoint {
        typealias Content = Int

        var number = 0
        let count: Int

        func makeRequest() throws -> URLRequest { URLRequest(url: try NumberedEndpoint.url(number)) }

        func content(from response: URLResponse?, with body: Data) throws -> Int { body.count }

        func nextPage(after page: Int, _ response: HTTPURLResponse) -> Page? {
            page + 1 < count ? Page(number: page + 1, count: count) : nil
        }
    }

    private let world: World
    private let fetches: Fetches
    private let count: Int

    init(_ world: World) {
        self.world = world
        fetches = Fetches(world)
        count = 2 + world.roll(9)
    }

    func run() async {
        let client = MemoryClient(world) { [fetches] request in
            _ = try await fetches.fetch()
            var response = try Responses.status(200)
            // The content of a page is its number, which is the length of the body.
            response.body = .data(Data(count: request.number))
            return response
        }
        let loader = await Loader(pagesOf: Page(count: 4), from: client)
        _ = await world.calls(0..<count, cancelledOnceIn: 3) { number in
            let loadsMore = !world.happens(onceIn: 4)
            let state = loadsMore ? await loader.loadMore() : await loader.load()
            world.note("call \(number) returns: \(state.content?.pages ?? [])")
            check(state)
        }
        let state = await loader.state
        check(state)
        if case .loading = state { world.check(false, "all calls have ended, and the state is \(state)") }
    }

    func verify() { fetches.verify() }

    private func check(_ state: LoadingState<LoadedPages<Page>>) {
        guard let content = state.content else { return }
        world.check(content.pages == Array(0..<content.pages.count), "the pages are \(content.pages)")
        world.check(content.isComplete == (content.pages.count == 4), "complete with \(content.pages)")
    }
}

/// The fetches of a loader. Each has a number, which grows.
private final class Fetches: Sendable {
    private struct Record {
        var last = 0
        /// Those that run and have not been cancelled.
        var underWay: Set<Int> = []
    }

    private let world: World
    private let fails: Bool
    private let areCancelled: Bool
    private let record = Locked(Record())

    /// Without `areCancelled` it is a violation when one is cancelled.
    init(_ world: World, areCancelled: Bool = true) {
        (self.world, self.areCancelled) = (world, areCancelled)
        fails = world.happens(onceIn: 2)
    }

    /// The number of what begins now.
    func next() -> Int {
        record.withLock { record in
            record.last += 1
            return record.last
        }
    }

    func fetch() async throws -> Int {
        let number = next()
        let others = record.withLock { record in
            defer { if !Task.isCancelled { record.underWay.insert(number) } }
            return record.underWay
        }
        world.note("fetch \(number) begins")
        world.check(others.isEmpty || Task.isCancelled, "fetch \(number) began while \(others) were running")
        return try await withTaskCancellationHandler {
            defer { record.withLock { _ = $0.underWay.remove(number) } }
            await world.dawdle()
            if fails, world.happens(onceIn: 3) { throw PlannedFailure() }
            return number
        } onCancel: {
            record.withLock { _ = $0.underWay.remove(number) }
            world.check(areCancelled, "fetch \(number) was cancelled, and nobody had asked for it")
        }
    }

    func verify() {
        let underWay = record.withLock { $0.underWay }
        world.check(underWay.isEmpty, "fetches \(underWay) have not ended")
    }
}
