/// The state of something that is loaded: loaded, loading or failed, with the previous content.
public enum LoadingState<Content> {
    /// Nothing has been loaded.
    case initial
    /// It is being loaded. The previous content can still be shown, or a stale one that a cache is refreshing.
    case loading(last: Content?)
    /// It is loaded.
    case success(Content)
    /// It could not be loaded. The previous content can still be shown.
    case failure(any Error, last: Content?)
}

extension LoadingState: Sendable where Content: Sendable {}

extension LoadingState: Equatable where Content: Equatable {
    /// Whether both are in the same state with equal contents, and with errors of the same type and description.
    public static func == (first: LoadingState, second: LoadingState) -> Bool {
        switch (first, second) {
        case (.initial, .initial): true
        case (.loading(let last), .loading(let other)): last == other
        case (.success(let content), .success(let other)): content == other
        case (.failure(let error, let last), .failure(let otherError, let other)):
            last == other && error.isEqual(to: otherError)
        default: false
        }
    }
}

extension Error {
    fileprivate func isEqual(to other: any Error) -> Bool {
        type(of: self) == type(of: other) && String(describing: self) == String(describing: other)
    }
}

extension LoadingState: CustomStringConvertible {
    /// The state in a few words: `loading`, `loaded: 3`, `failed: The request timed out. Before: 3`, and `cancelled` if
    /// the closure that loads has thrown a `CancellationError`.
    public var description: String {
        let last = content.map { ". Before: \($0)" } ?? ""
        return switch self {
        case .initial: "not loaded"
        case .loading: "loading\(last)"
        case .success(let content): "loaded: \(content)"
        case .failure(is CancellationError, _): "cancelled\(last)"
        case .failure(let error, _): "failed: \(error.localizedDescription)\(last)"
        }
    }
}

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
