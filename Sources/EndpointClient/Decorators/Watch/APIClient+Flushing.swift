extension APIClient {
    /// Returns when the logs of all its layers have been told all that has happened so far. A program that is about to
    /// end waits for it.
    public func flush() async {
        for case let layer as any FlushableClient in layers { await layer.pump.flush() }
    }
}
