/// A figure that is worse than it may be, or a check that failed.
struct MissedGoal: Error {
    let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }
}
