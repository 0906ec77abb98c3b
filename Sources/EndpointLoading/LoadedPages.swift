/// The pages of a list that a ``Loader`` has loaded, in order.
///
/// ```swift
/// let reviews = Loader(pagesOf: ReviewList(), from: client)
/// await reviews.load()  // the first page
/// await reviews.loadMore()  // and the second
/// let pages = reviews.state.content?.pages ?? []
/// ```
public struct LoadedPages<E: PagedEndpoint>: Sendable {
    /// The contents of the pages, from the first one on.
    public let pages: [E.Content]

    /// The step to the next page; nil after the last one.
    private let step: Pages<E>.Step?

    fileprivate init(pages: [E.Content], step: Pages<E>.Step?) {
        (self.pages, self.step) = (pages, step)
    }

    /// Whether the last page is among them.
    public var isComplete: Bool { step == nil }

    /// These pages and the next one; nil if they are complete.
    fileprivate func more(
        of list: Pages<E>, showingStale show: @escaping @Sendable (LoadedPages) async -> Void
    ) async throws -> LoadedPages? {
        guard let step else { return nil }
        return try await adding(list.load(step) { await show(adding($0)) })
    }

    private func adding(_ loaded: Pages<E>.Loaded) -> LoadedPages {
        LoadedPages(pages: pages + [loaded.page.content], step: loaded.step)
    }
}

extension LoadedPages: Equatable where E.Content: Equatable {
    /// Whether the pages are equal, and both or neither are complete.
    public static func == (first: LoadedPages, second: LoadedPages) -> Bool {
        first.pages == second.pages && first.isComplete == second.isComplete
    }
}

extension Loader {
    /// A loader of the pages of a list. ``load()`` loads the first page, in place of those before; ``loadMore()`` adds
    /// the next one. After an error, the state still has the pages before it, and either call tries again. One page
    /// more than the limit is a `PagingError`.
    public convenience init<E: PagedEndpoint>(
        pagesOf endpoint: E, from client: any APIClient, limit: Int = 1000
    ) where Content == LoadedPages<E> {
        let list = client.pages(of: endpoint, limit: limit)
        let none = LoadedPages<E>(pages: [], step: list.start)
        self.init(
            { try await none.more(of: list, showingStale: $0) ?? none },
            more: { try await $0.more(of: list, showingStale: $1) })
    }

    /// Loads the next page, or the first one if there is none, and returns the state afterwards. It does nothing if the
    /// pages are complete. While something is being loaded, it waits for that instead; ``load()`` does not wait for a
    /// next page, but takes its place.
    @discardableResult
    public func loadMore<E>() async -> LoadingState<Content> where Content == LoadedPages<E> {
        if case .success(let content) = state, content.isComplete { return state }
        return await continued()
    }
}
