/// What a `URLError` of ours wraps: its description is the sentence of its user info, so that `"\(error)"` says as much
/// as `error.localizedDescription`. The description of Foundation's own `NSError` lists domain, code and user info.
///
/// A subclass has to repeat the conformance of `NSError`; this one adds no state.
private final class SentenceError: NSError, @unchecked Sendable {
    override var description: String { localizedDescription }
}

extension URLError {
    /// An error with a sentence, which is its `localizedDescription` and what `"\(error)"` gives.
    package init(_ code: Code, description: String) {
        self.init(code, info: [NSLocalizedDescriptionKey: description])
    }

    /// An error whose sentence is in its user info, at `NSLocalizedDescriptionKey`.
    package init(_ code: Code, info: [String: Any]) {
        let error = SentenceError(domain: NSURLErrorDomain, code: code.rawValue, userInfo: info)
        #if canImport(FoundationNetworking)
            self.init(_nsError: error)
        #else
            self = (error as any Error as? URLError) ?? URLError(code, userInfo: info)
        #endif
    }
}
