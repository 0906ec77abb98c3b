extension URLError {
    /// A call that took longer than it may.
    package static func call(longerThan limit: Duration) -> URLError {
        late("The call took longer than its deadline of \(limit.short).")
    }

    /// An attempt that took longer than it may.
    package static func attempt(longerThan limit: Duration) -> URLError {
        late("The attempt took longer than its limit of \(limit.short).")
    }

    private static func late(_ sentence: String) -> URLError {
        URLError(.timedOut, userInfo: [NSLocalizedDescriptionKey: sentence])
    }
}
