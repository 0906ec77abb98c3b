import Observation

#if canImport(Combine)
    import Combine
#endif

/// Loads and reloads something, and publishes its state for a user interface or a program.
///
/// ```swift
/// let books = Loader(BookListEndpoint(), from: client)
/// await books.load()
/// for book in books.state.content ?? [] { print(book.title) }
/// ```
///
/// SwiftUI observes ``state`` where `Observation` is available (iOS 17, macOS 14, tvOS 17, watchOS 10, Linux), and as
/// an `ObservableObject` on earlier systems. Everything else reads ``states``. The content is loaded by a client, so a
/// preview or a test passes a mock.
@MainActor
public final class Loader<Content: Sendable> {
    /// Called with a stale content before the current one is there.
    typealias ShowStale = @Sendable (Content) async -> Void

    private let fetch: @Sendable (@escaping ShowStale) async throws -> Content
    private let fetchMore: (@Sendable (Content, @escaping ShowStale) async throws -> Content?)?
    private var attempt: Attempt?
    /// Whether the content is stale, and the attempt that would have brought the current one was given up.
    private var isStale = false
    private var callerCount = 0
    private var current = LoadingState<Content>.initial
    private var listeners: [Int: AsyncStream<LoadingState<Content>>.Continuation] = [:]
    private var listenerCount = 0
    private let registrar: (any Sendable)?

    /// A loader of the result of a closure.
    public convenience init(_ fetch: @escaping @Sendable () async throws -> Content) {
        self.init({ _ in try await fetch() }, more: nil)
    }

    /// - Parameter fetchMore: Returns a content with more than it is given; nil if there is no more.
    init(
        _ fetch: @escaping @Sendable (@escaping ShowStale) async throws -> Content,
        more fetchMore: (@Sendable (Content, @escaping ShowStale) async throws -> Content?)?
    ) {
        (self.fetch, self.fetchMore) = (fetch, fetchMore)
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) {
            registrar = ObservationRegistrar()
        } else {
            registrar = nil
        }
    }

    /// A loader of the content of an endpoint.
    ///
    /// If the client has a cache that answers with a stale response and refreshes it meanwhile
    /// (`stale-while-revalidate`, RFC 5861 §3), the stale content is shown at once, as the last one of a loading state,
    /// until the refreshed one is there.
    public convenience init<E: Endpoint>(_ endpoint: E, from client: any APIClient) where E.Content == Content {
        self.init({ try await client.request(endpoint, showingStale: $0) }, more: nil)
    }

    deinit {
        for listener in listeners.values { listener.finish() }
    }

    /// The current state.
    public private(set) var state: LoadingState<Content> {
        get {
            if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) {
                (registrar as? ObservationRegistrar)?.access(self, keyPath: \.state)
            }
            return current
        }
        set {
            #if canImport(Combine)
                objectWillChange.send()
            #endif
            if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *),
                let registrar = registrar as? ObservationRegistrar
            {
                registrar.withMutation(of: self, keyPath: \.state) { current = newValue }
            } else {
                current = newValue
            }
            for listener in listeners.values { listener.yield(newValue) }
        }
    }

    /// The current state, and each later one. A slow reader gets only the newest. The sequence ends with the loader.
    public var states: AsyncStream<LoadingState<Content>> {
        let (states, listener) = AsyncStream.makeStream(
            of: LoadingState<Content>.self, bufferingPolicy: .bufferingNewest(1))
        let number = listenerCount
        listenerCount += 1
        listeners[number] = listener
        listener.onTermination = { [weak self] _ in
            Task { @MainActor in self?.listeners[number] = nil }
        }
        listener.yield(current)
        return states
    }

    /// Loads the content, and returns the state afterwards. Concurrent calls share one attempt.
    ///
    /// A caller that is cancelled returns immediately. If no other caller waits, the attempt is cancelled too, and the
    /// state is reset to the one before the attempt, or to the stale content that the attempt has shown.
    @discardableResult
    public func load() async -> LoadingState<Content> {
        guard !Task.isCancelled else { return state }
        if let attempt, !attempt.isForMore { return await wait(for: attempt) }
        return await wait(for: begin(fetch))
    }

    /// Loads more than there is. While something is being loaded, this waits for it instead.
    func continued() async -> LoadingState<Content> {
        guard !Task.isCancelled else { return state }
        if let attempt { return await wait(for: attempt) }
        guard let content = current.content, let fetchMore else { return await wait(for: begin(fetch)) }
        return await wait(for: begin(isForMore: true) { try await fetchMore(content, $0) ?? content })
    }

    /// Loads the content unless it is already loaded, as a view does each time it appears. A stale content whose
    /// refresh was not waited for is loaded again.
    @discardableResult
    public func loadIfNeeded() async -> LoadingState<Content> {
        if case .success = state, !isStale { state } else { await load() }
    }

    /// Cancels the attempt for all callers. The state is reset to the one before the attempt, or to the stale content
    /// that the attempt has shown.
    public func cancel() {
        if let attempt { giveUp(attempt) }
    }

    /// Shows a content that the program has, such as the answer to a write. An attempt under way is cancelled, because
    /// its content may be older; its callers get this state.
    public func set(_ content: Content) {
        attempt?.task?.cancel()
        end(attempt, .success(content))
    }

    /// Begins an attempt. It takes the place of one for more, whose callers then wait for it.
    private func begin(
        isForMore: Bool = false, _ fetch: @escaping @Sendable (@escaping ShowStale) async throws -> Content
    ) -> Attempt {
        let former = attempt
        former?.task?.cancel()
        let attempt = Attempt(
            before: former?.before ?? current, isStale: former?.isStale ?? isStale, isForMore: isForMore,
            callers: former?.callers ?? [:])
        self.attempt = attempt
        state = .loading(last: current.content)
        attempt.task = Task { [weak self] in
            let result: Result<Content, any Error>
            do {
                result = .success(try await fetch { [weak self] in await self?.show($0, in: attempt) })
            } catch {
                result = .failure(error)
            }
            self?.finish(attempt, result)
        }
        return attempt
    }

    /// Waits for the end of an attempt, or until the caller is cancelled.
    private func wait(for attempt: Attempt) async -> LoadingState<Content> {
        callerCount += 1
        let (caller, end) = (callerCount, Promise<Void>())
        attempt.callers[caller] = end
        do {
            try await withTaskCancellationHandler {
                try await end.value { @Sendable in }
            } onCancel: {
                end.resolve(.failure(CancellationError()))
            }
        } catch {
            leave(caller)
        }
        return state
    }

    /// A caller no longer waits. Without callers the attempt is given up.
    private func leave(_ caller: Int) {
        guard let attempt, attempt.callers.removeValue(forKey: caller) != nil, attempt.callers.isEmpty else { return }
        giveUp(attempt)
    }

    /// Shows a stale content, while the attempt waits for the current one.
    private func show(_ stale: Content, in attempt: Attempt) {
        guard attempt === self.attempt else { return }
        (attempt.before, attempt.isStale) = (.success(stale), true)
        state = .loading(last: stale)
    }

    private func finish(_ attempt: Attempt, _ result: Result<Content, any Error>) {
        guard attempt === self.attempt else { return }
        switch result {
        case .success(let content): end(attempt, .success(content))
        case .failure(let error): end(attempt, .failure(error, last: current.content))
        }
    }

    private func giveUp(_ attempt: Attempt) {
        guard attempt === self.attempt else { return }
        attempt.task?.cancel()
        end(attempt, attempt.before, isStale: attempt.isStale)
    }

    private func end(_ attempt: Attempt?, _ state: LoadingState<Content>, isStale: Bool = false) {
        (self.attempt, self.isStale) = (nil, isStale)
        self.state = state
        for caller in (attempt?.callers ?? [:]).values { caller.resolve(.success(())) }
    }

    /// One attempt, and the calls that wait for it.
    @MainActor
    private final class Attempt {
        /// The state if the attempt is given up, and whether its content is stale.
        var before: LoadingState<Content>
        var isStale: Bool
        let isForMore: Bool
        var task: Task<Void, Never>?
        /// By a number that no other caller of the loader has: one that leaves late must not remove another.
        var callers: [Int: Promise<Void>]

        init(before: LoadingState<Content>, isStale: Bool, isForMore: Bool, callers: [Int: Promise<Void>]) {
            (self.before, self.isStale, self.isForMore, self.callers) = (before, isStale, isForMore, callers)
        }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Loader: Observable {}

#if canImport(Combine)
    // For a SwiftUI view on systems without `Observation`. Combine has the publisher of the changes.
    extension Loader: ObservableObject {}
#endif
