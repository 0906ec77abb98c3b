extension Thread {
    /// Starts a thread for blocking work, with a stack small enough to have hundreds of them.
    static func start(_ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.stackSize = 1 << 20
        thread.start()
    }
}
