import EndpointPolicy

/// One call of a race.
struct RaceCaller {
    /// What it has sent and not been answered yet; nil while it waits.
    var use: IssuedCredential<Int>?
    var hasEnded = false
    var replays = 0

    init(hasEnded: Bool = false, replays: Int = 0) {
        self.hasEnded = hasEnded
        self.replays = replays
    }
}
