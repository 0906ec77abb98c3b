/// What a ``MockClient`` was told to expect and did not see, and what it saw and was not told to expect.
public struct UnmetExpectations: Error, Hashable, Sendable {
    /// The stubs that have answers left, one line each, with the place where each stands.
    public let unused: [String]

    /// The requests that had no answer, in their order.
    public let unmatched: [UnmatchedRequest]

    init?(_ stage: StubState) {
        unused = zip(stage.stubs, stage.plays).filter { $0.needed > $1 }.map { $0.summary($1) }
        unmatched = stage.unmatched
        if unused.isEmpty, unmatched.isEmpty { return nil }
    }
}

extension UnmetExpectations: CustomStringConvertible, LocalizedError {
    /// All of it, over several lines.
    public var description: String {
        let stubs =
            unused.isEmpty ? [] : ["\(unused.count == 1 ? "1 stub has" : "\(unused.count) stubs have") answers left."]
        return (stubs + unused.map { "  \($0)" } + unmatched.map(\.description)).joined(separator: "\n")
    }

    public var errorDescription: String? { description }
}
