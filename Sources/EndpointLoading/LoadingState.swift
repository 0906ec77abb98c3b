/// The state of something that is loaded: loaded, loading or failed, with the previous content.
public enum LoadingState<Content> {
    /// Nothing has been loaded.
    case initial
    /// It is being loaded. The previous content can still be shown.
    case loading(last: Content?)
    /// It is loaded.
    case success(Content)
    /// It could not be loaded. The previous content can still be shown.
    case failure(any Error, last: Content?)
}

extension LoadingState: Sendable where Content: Sendable {}

extension LoadingState {
    /// The latest content, even while it is reloaded and after a failure.
    public var content: Content? {
        switch self {
        case .initial: nil
        case .loading(let last), .failure(_, let last): last
        case .success(let content): content
        }
    }

    /// Why the last attempt failed; nil in every other state. `userMessage` is a message for the user.
    public var error: (any Error)? {
        if case .failure(let error, _) = self { error } else { nil }
    }

    /// Whether it is being loaded.
    public var isLoading: Bool {
        if case .loading = self { true } else { false }
    }

    /// This state with a content that is made from this one.
    public func map<Other>(_ transform: (Content) throws -> Other) rethrows -> LoadingState<Other> {
        switch self {
        case .initial: .initial
        case .loading(let last): .loading(last: try last.map(transform))
        case .success(let content): .success(try transform(content))
        case .failure(let error, let last): .failure(error, last: try last.map(transform))
        }
    }

    /// The state of two things that are needed together.
    ///
    /// It is loading while one of them is; otherwise failed if one of them has failed, with the first one's error;
    /// otherwise initial if one of them is. There is a combined content if both have one.
    public func merge<Other, Both>(
        _ other: LoadingState<Other>, _ combine: (Content, Other) throws -> Both
    ) rethrows -> LoadingState<Both> {
        let both: Both? = if let content, let second = other.content { try combine(content, second) } else { nil }
        if isLoading || other.isLoading { return .loading(last: both) }
        if let error = error ?? other.error { return .failure(error, last: both) }
        return both.map { .success($0) } ?? .initial
    }
}
