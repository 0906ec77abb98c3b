import Observation

/// Loads and reloads something, and publishes its state for a user interface or a program.
///
/// ```swift
/// let books = Loader(BookListEndpoint(), from: client)
/// await books.load()
/// for book in books.state.content ?? [] { print(book.title) }
/// ```
///
/// SwiftUI observes ``state`` where `Observation` is available (iOS 17, macOS 14, tvOS 17, watchOS 10, Linux).
/// Everything else reads ``states``. The content is loaded by a client, so a preview or a test passes a mock.
@MainActor
public final class Loader<Content: Sendable> {
    private let fetch: @Sendable () async throws -> Content
    private var attempt: Attempt?
    private var current = LoadingState<Content>.initial
    private var listeners: [Int: AsyncStream<LoadingState<Content>>.Continuation] = [:]
    private var listenerCount = 0
    private let registrar: (any Sendable)?

    /// A loader of the result of a closure.
    public init(_ fetch: @escaping @Sendable () async throws -> Content) {
        self.fetch = fetch
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) {
            registrar = ObservationRegistrar()
        } else {
            registrar = nil
        }
    }

    /// A loader of the content of an endpoint.
    public convenience init<E: Endpoint>(_ endpoint: E, from client: any APIClient) where E.Content == Content {
        self.init { try await client.request(endpoint) }
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
    /// state is reset to the one before the attempt.
    @discardableResult
    public func load() async -> LoadingState<Content> {
        guard !Task.isCancelled else { return state }
        let attempt = attempt ?? begin()
        let (number, end) = attempt.join()
        do {
            try await withTaskCancellationHandler {
                try await end.value { @Sendable in }
            } onCancel: {
                end.resolve(.failure(CancellationError()))
            }
        } catch {
            attempt.callers[number] = nil
            if attempt.callers.isEmpty { giveUp(attempt) }
        }
        return state
    }

    /// Loads the content unless it is already loaded, as a view does each time it appears.
    @discardableResult
    public func loadIfNeeded() async -> LoadingState<Content> {
        if case .success = state { state } else { await load() }
    }

    /// Cancels the attempt for all callers. The state is reset to the one before the attempt.
    public func cancel() {
        if let attempt { giveUp(attempt) }
    }

    private func begin() -> Attempt {
        let attempt = Attempt(before: current)
        self.attempt = attempt
        state = .loading(last: current.content)
        attempt.task = Task { [fetch, weak self] in
            let result: Result<Content, any Error>
            do { result = .success(try await fetch()) } catch { result = .failure(error) }
            self?.finish(attempt, result)
        }
        return attempt
    }

    private func finish(_ attempt: Attempt, _ result: Result<Content, any Error>) {
        guard attempt === self.attempt else { return }
        switch result {
        case .success(let content): end(attempt, .success(content))
        case .failure(is CancellationError): end(attempt, attempt.before)
        case .failure(let error): end(attempt, .failure(error, last: current.content))
        }
    }

    private func giveUp(_ attempt: Attempt) {
        guard attempt === self.attempt else { return }
        attempt.task?.cancel()
        end(attempt, attempt.before)
    }

    private func end(_ attempt: Attempt, _ state: LoadingState<Content>) {
        self.attempt = nil
        self.state = state
        for caller in attempt.callers.values { caller.resolve(.success(())) }
    }

    /// One attempt, and the calls that wait for it.
    @MainActor
    private final class Attempt {
        let before: LoadingState<Content>
        var task: Task<Void, Never>?
        var callers: [Int: Promise<Void>] = [:]
        private var joined = 0

        init(before: LoadingState<Content>) {
            self.before = before
        }

        func join() -> (number: Int, end: Promise<Void>) {
            let end = Promise<Void>()
            callers[joined] = end
            defer { joined += 1 }
            return (joined, end)
        }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Loader: Observable {}
