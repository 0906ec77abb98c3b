import EndpointPublishers
import EndpointTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct EndpointPublisherTests {
    private struct Number: JsonEndpoint {
        typealias Content = Int

        func makeRequest() throws -> URLRequest { try .get("number") }
    }

    /// All that a subscriber with unlimited demand gets.
    private func events(_ client: some APIClient) async -> [Watcher.Event] {
        let watcher = Watcher()
        client.publisher(for: Number()).subscribe(watcher)
        watcher.demand(.unlimited)
        return await watcher.events.reduce(into: []) { $0.append($1) }
    }

    @Test func `a publisher publishes the content and finishes`() async {
        #expect(await events(MockClient { On(Number.self).reply(7) }) == [.value(7), .finished])
    }

    @Test func `a publisher fails with the error of the call`() async {
        #expect(await events(MockClient { On(Number.self).status(500) }) == [.failed("HTTPError")])
        #expect(await events(MockClient { On(Number.self).fail(.offline) }) == [.failed("URLError")])
    }

    @Test func `each subscription makes one call`() async {
        let client = MockClient { On(Number.self).reply(1).then(2) }
        let publisher = client.publisher(for: Number())
        #expect(client.requests.isEmpty)
        var values: [Watcher.Event] = []
        for _ in 1...2 {
            let watcher = Watcher()
            publisher.subscribe(watcher)
            watcher.demand(.max(1))
            values += await watcher.events.reduce(into: []) { $0.append($1) }
        }
        #expect(values == [.value(1), .finished, .value(2), .finished])
        #expect(client.requests.count == 2)
    }

    @Test func `asking a publisher again makes no second call`() async {
        let client = MockClient { On(Number.self).reply(1).anyTimes() }
        let watcher = Watcher()
        client.publisher(for: Number()).subscribe(watcher)
        for _ in 1...3 { watcher.demand(.max(1)) }
        let events = await watcher.events.reduce(into: []) { $0.append($1) }
        #expect(events == [.value(1), .finished])
        #expect(client.requests.count == 1)
    }

    @Test func `a publisher makes no call before it is asked for a value`() async {
        let (calls, tell) = AsyncStream<Void>.makeStream()
        let client = MockClient { request in
            tell.yield()
            return try .json("1", to: request)
        }
        let (idle, busy) = (Watcher(), Watcher())
        client.publisher(for: Number()).subscribe(idle)
        client.publisher(for: Number()).subscribe(busy)
        busy.demand(.max(1))
        for await _ in calls { break }
        _ = await busy.events.reduce(into: []) { $0.append($1) }
        #expect(client.requests.count == 1)
        idle.cancel()
    }

    @Test func `cancelling the subscription cancels the call`() async {
        let (steps, tell) = AsyncStream<String>.makeStream()
        let client = MockClient { request in
            tell.yield("called")
            await withTaskCancellationHandler {
                for await _ in AsyncStream<Void>.makeStream().stream {}
            } onCancel: {
                tell.yield("cancelled")
                tell.finish()
            }
            return try .json("1", to: request)
        }
        let watcher = Watcher()
        client.publisher(for: Number()).subscribe(watcher)
        watcher.demand(.unlimited)
        var seen: [String] = []
        for await step in steps {
            seen.append(step)
            if step == "called" { watcher.cancel() }
        }
        #expect(seen == ["called", "cancelled"])
    }

    @Test func `a call that ends after it was cancelled publishes nothing`() async {
        let (calls, tell) = AsyncStream<Void>.makeStream()
        let client = MockClient { request in
            tell.yield()
            for await _ in AsyncStream<Void>.makeStream().stream {}  // Ends when the task is cancelled.
            return try .json("1", to: request)
        }
        var watcher: Watcher? = Watcher()
        let events = watcher?.events
        watcher.map { client.publisher(for: Number()).subscribe($0) }
        watcher?.demand(.unlimited)
        for await _ in calls { break }
        watcher?.cancel()
        watcher = nil
        #expect(await events?.reduce(into: []) { $0.append($1) } == [])
    }

    /// As in the article "If you come from a client over a route".
    @Test func `a publisher works with Combine's operators`() async throws {
        let client = MockClient { On(Number.self).reply(20) }
        let (values, tell) = AsyncStream<Int>.makeStream()
        var subscriptions: Set<AnyCancellable> = []
        client.publisher(for: Number())
            .map { $0 + 1 }
            .sink { end in
                if case .failure(let error) = end { Issue.record(error) }
                tell.finish()
            } receiveValue: { found in
                tell.yield(found)
            }
            .store(in: &subscriptions)
        #expect(await values.reduce(into: []) { $0.append($1) } == [21])
        subscriptions.removeAll()
    }
}
