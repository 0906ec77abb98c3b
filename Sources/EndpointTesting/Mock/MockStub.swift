/// Which requests get which answers, and how often: what ``On`` describes, for a list of stubs of different endpoints.
public struct MockStub: Sendable {
    let target: RequestMatcher
    let place: SourcePlace
    var replies: [MockReply] = []
    var repeatsLast = false
    var isOptional = false

    /// The answer to the call of that number, from 0; nil when there is none left. Without any, success and an empty body.
    func reply(to call: Int) -> MockReply? {
        if repeatsLast || call < count { return replies.isEmpty ? .status(200) : replies[min(call, count - 1)] }
        return nil
    }

    /// How many answers there are.
    var count: Int { max(1, replies.count) }

    /// How many of them must be given.
    var needed: Int {
        if isOptional { return 0 }
        return repeatsLast ? count - 1 : count
    }

    /// `On(BookEndpoint.self), BookTests.swift:12: 1 of 2 answers given`
    func summary(_ plays: Int) -> String {
        let answers =
            repeatsLast ? "\(plays) answers given" : "\(plays) of \(count) \(count == 1 ? "answer" : "answers") given"
        return "\(target.name), \(place): \(answers)"
    }
}
