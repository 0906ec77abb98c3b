import EndpointLoading
import EndpointTesting
import Observation
import Testing

@MainActor @Suite struct LoaderTests {
    @Test func `a loader loads the content of an endpoint`() async {
        let client = MockClient { On(NumberEndpoint.self).reply([1, 2]) }
        let loader = Loader(NumberEndpoint(), from: client)
        #expect(loader.state.content == nil)
        #expect(await loader.load().content == [1, 2])
        #expect(loader.state.content == [1, 2])
    }

    @Test func `a failure keeps the last content`() async {
        let source = Source<Int>()
        let loader = source.loader()
        async let first = loader.load()
        await source.answer(.success(1))
        #expect(await first.content == 1)
        async let second = loader.load()
        await source.answer(.failure(URLError(.timedOut)))
        let state = await second
        #expect(state.content == 1)
        #expect((state.error as? URLError)?.code == .timedOut)
    }

    @Test func `calls at the same time share one attempt`() async {
        let source = Source<Int>()
        let loader = source.loader()
        async let first = loader.load()
        async let second = loader.load()
        await source.answer(.success(7))
        #expect(await first.content == 7)
        #expect(await second.content == 7)
        #expect(source.attempts == 1)
    }

    @Test func `the last content is shown while loading`() async {
        let source = Source<Int>()
        let loader = source.loader()
        var states = loader.states.makeAsyncIterator()
        #expect(await states.next()?.isLoading == false)
        async let first = loader.load()
        #expect(await states.next()?.isLoading == true)
        await source.answer(.success(1))
        _ = await first
        #expect(await states.next()?.content == 1)
        async let second = loader.load()
        let loading = await states.next()
        #expect(loading?.isLoading == true && loading?.content == 1)
        await source.answer(.success(2))
        _ = await second
        #expect(await states.next()?.content == 2)
    }

    @Test func `a cancelled caller leaves the attempt to the others`() async {
        let source = Source<Int>()
        let loader = source.loader()
        let leaving = Task { await loader.load() }
        async let staying = loader.load()
        await source.isAsked()
        leaving.cancel()
        #expect(await leaving.value.isLoading)
        await source.answer(.success(3))
        #expect(await staying.content == 3)
    }

    @Test func `an attempt is cancelled when the last caller leaves`() async {
        let source = Source<Int>()
        let loader = source.loader()
        async let first = loader.load()
        await source.answer(.success(1))
        _ = await first
        let leaving = Task { await loader.load() }
        await source.isAsked()
        leaving.cancel()
        let state = await leaving.value
        #expect(state.content == 1 && !state.isLoading && state.error == nil)
        #expect(await source.wasCancelled())
        async let again = loader.load()
        await source.answer(.success(2))
        #expect(await again.content == 2)
    }

    @Test func `cancelling a loader ends all calls`() async {
        let source = Source<Int>()
        let loader = source.loader()
        async let call = loader.load()
        await source.isAsked()
        loader.cancel()
        let state = await call
        #expect(state.content == nil && !state.isLoading && state.error == nil)
        #expect(await source.wasCancelled())
    }

    /// It is resumed after the next attempt has begun, which has another caller.
    @Test(.timeLimit(.minutes(1)))
    func `a cancelled caller that is resumed late doesn't end the next attempt`() async {
        let source = Source<Int>()
        let loader = source.loader()
        let leaving = Task { await loader.load() }
        await source.isAsked()
        // The main actor runs its jobs in order: the start of this one, and then the rest of the cancelled one.
        let next = Task { await loader.load() }
        leaving.cancel()
        loader.cancel()
        _ = await leaving.value
        #expect(loader.state.isLoading)
        #expect(await source.wasCancelled())
        await source.answer(.success(4))
        #expect(await next.value.content == 4)
    }

    @Test func `a closure that throws a cancellation is a failure`() async {
        let loader = Loader<Int> { throw CancellationError() }
        let state = await loader.load()
        #expect(state.error is CancellationError)
    }

    @Test func `a content from a write is shown, and ends the attempt under way`() async {
        let source = Source<Int>()
        let loader = source.loader()
        loader.set(1)
        #expect(loader.state == .success(1))
        async let call = loader.load()
        await source.isAsked()
        loader.set(2)
        #expect(await call == .success(2))
        #expect(await source.wasCancelled())
        #expect(loader.state == .success(2))
    }

    @Test func `loading if needed loads only missing content`() async {
        let source = Source<Int>()
        let loader = source.loader()
        async let first = loader.loadIfNeeded()
        await source.answer(.success(1))
        _ = await first
        #expect(await loader.loadIfNeeded().content == 1)
        #expect(source.attempts == 1)
    }

    @Test func `the states of a loader end with it`() async {
        var loader: Loader<Int>? = Source<Int>().loader()
        var states = loader?.states.makeAsyncIterator()
        #expect(await states?.next() != nil)
        loader = nil
        #expect(await states?.next() == nil)
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func `observers are notified of a change`() async {
        let source = Source<Int>()
        let loader = source.loader()
        await confirmation { changed in
            withObservationTracking {
                _ = loader.state
            } onChange: {
                changed()
            }
            async let call = loader.load()
            await source.answer(.success(1))
            _ = await call
        }
    }
}

private struct NumberEndpoint: JsonEndpoint {
    typealias Content = [Int]

    func makeRequest() throws -> URLRequest { try .get("numbers") }
}

/// The attempts of loaders, which the test completes with one result each.
private struct Source<Content: Sendable>: Sendable {
    private struct Attempts {
        var begun = 0
        var cancelled = 0
        var waiting: [Int: Promise<Content>] = [:]
    }

    private let state = AwaitableValue(Attempts())

    var attempts: Int { state.value.begun }

    @MainActor func loader() -> Loader<Content> {
        Loader {
            let answer = Promise<Content>()
            let number = state.update { state in
                state.begun += 1
                state.waiting[state.begun] = answer
                return state.begun
            }
            return try await withTaskCancellationHandler {
                try await answer.value {}
            } onCancel: {
                _ = state.update { state in
                    state.cancelled += 1
                    return state.waiting.removeValue(forKey: number)
                }
                answer.resolve(.failure(CancellationError()))
            }
        }
    }

    func isAsked() async {
        await state.wait { !$0.waiting.isEmpty }
    }

    func wasCancelled() async -> Bool {
        await state.wait { $0.cancelled > 0 }
        return true
    }

    func answer(_ result: Result<Content, any Error>) async {
        await isAsked()
        let answers = state.update { state in
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for answer in answers { answer.resolve(result) }
    }
}
