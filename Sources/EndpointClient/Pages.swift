extension APIClient {
    /// The pages of a list in order, each requested on demand.
    ///
    /// ```swift
    /// for try await page in client.pages(of: ReviewList()) {
    ///     show(page.content.reviews)
    ///     save(page.next)  // to continue here later: client.pages(of: saved)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint of the first page, or of the page to continue with.
    ///   - limit: The maximum number of pages. A longer list ends with an error. To read fewer, use
    ///     `prefix(_:)`.
    ///   - prefetching: Whether the next page is requested while the caller still uses the current one. At most one
    ///     page is requested ahead.
    /// - Returns: A sequence that throws what ``request(_:timeouts:)`` and `nextPage(after:_:)` throw, and
    ///   `PagingError` for a list that does not end or that leads to another origin, each after all pages before it.
    public func pages<E: PagedEndpoint>(of endpoint: E, limit: Int = 1000, prefetching: Bool = false) -> Pages<E> {
        Pages(client: self, first: endpoint, limit: limit, isPrefetching: prefetching)
    }
}

/// The pages of a list, made by ``APIClient/pages(of:limit:prefetching:)``. Each iteration starts with the first page.
public struct Pages<E: PagedEndpoint>: AsyncSequence, Sendable {
    /// One page.
    public struct Element: Sendable {
        /// The endpoint that has read the page.
        public let endpoint: E

        /// What the page contains.
        public let content: E.Content

        /// The endpoint of the next page; nil if this is the last one, or if finding it failed, which the next step
        /// throws.
        public let next: E?
    }

    let client: any APIClient
    let first: E
    let limit: Int
    let isPrefetching: Bool

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(self)
    }

    /// Reads one page after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let list: Pages
        private var step: Step?
        private let ahead = PageAhead<Loaded>()

        fileprivate init(_ list: Pages) {
            self.list = list
            step = list.start
        }

        /// The next page; nil after the last one, and after an error.
        public mutating func next() async throws -> Element? {
            guard let step = step.take() else { return nil }
            let loaded = try await ahead.take { [list] in try await list.load(step) }
            self.step = loaded.step
            if list.isPrefetching, let step = loaded.step, step.endpoint != nil {
                ahead.start { [list] in try await list.load(step) }
            }
            return loaded.page
        }
    }

    /// What is known before a page is requested.
    package struct Step: Sendable {
        fileprivate let found: Result<E, any Error>
        fileprivate var rules: PagingRules
        fileprivate let former: (request: URLRequest, response: URLResponse)?

        fileprivate init(
            _ found: Result<E, any Error>, _ rules: PagingRules, former: (request: URLRequest, response: URLResponse)?
        ) {
            (self.found, self.rules, self.former) = (found, rules, former)
        }

        package var endpoint: E? { try? found.get() }
    }

    /// A page, and the step to the next one; nil after the last page.
    package struct Loaded: Sendable {
        package let page: Element
        package let step: Step?
    }

    /// The step to the first page.
    package var start: Step { Step(.success(first), PagingRules(limit: limit), former: nil) }

    /// Loads a page. `show` gets a stale one that a cache refreshes meanwhile.
    package func load(
        _ step: Step, showingStale show: (@Sendable (Loaded) async -> Void)? = nil
    ) async throws -> Loaded {
        let endpoint = try step.found.get()
        let admitted = Locked<(rules: PagingRules, request: URLRequest?)>((step.rules, nil))
        var showContent: StaleContent<E>?
        if let show {
            showContent = { content, http in
                let (rules, request) = admitted.withLock { $0 }
                await show(loaded(by: endpoint, content, http, request, rules))
            }
        }
        let answer = try await client.response(for: endpoint, showingStale: showContent) {
            let made = try endpoint.makeAPIRequest()
            try admitted.withLock { admitted in
                try admitted.rules.admit(made.urlRequest, after: step.former)
                admitted.request = made.urlRequest
            }
            return made
        }
        let (rules, request) = admitted.withLock { $0 }
        return loaded(by: endpoint, answer.content, answer.http, request, rules)
    }

    private func loaded(
        by endpoint: E, _ content: E.Content, _ http: HTTPURLResponse, _ request: URLRequest?, _ rules: PagingRules
    ) -> Loaded {
        let found = Result { try endpoint.nextPage(after: content, http) }
        let next = try? found.get()
        let page = Element(endpoint: endpoint, content: content, next: next)
        switch found {
        case .success(nil): return Loaded(page: page, step: nil)
        case .success(let next?):
            return Loaded(page: page, step: Step(.success(next), rules, former: request.map { ($0, http) }))
        case .failure(let error): return Loaded(page: page, step: Step(.failure(error), rules, former: nil))
        }
    }
}

/// The page that is requested ahead. It is cancelled with the iterator.
private final class PageAhead<Loaded: Sendable> {
    private var task: Task<Loaded, any Error>?

    deinit { task?.cancel() }

    func start(_ load: @escaping @Sendable () async throws -> Loaded) {
        task = Task(operation: load)
    }

    /// The page that was requested ahead, or else the one that a closure loads. A caller that is cancelled cancels it.
    func take(_ load: @Sendable () async throws -> Loaded) async throws -> Loaded {
        guard let task = task.take() else { return try await load() }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
