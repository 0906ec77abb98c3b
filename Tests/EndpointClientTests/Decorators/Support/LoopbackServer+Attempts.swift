import EndpointTesting

extension LoopbackServer {
    /// Lets so many attempts arrive, one after the other, each as soon as the time of the one before has run out.
    func outlast(_ attempts: Int, of limit: Duration, on clock: TestClock) async {
        for attempt in 1...attempts {
            _ = await received(attempt)
            await clock.sleepers(1)
            clock.advance(by: limit)
        }
    }
}
