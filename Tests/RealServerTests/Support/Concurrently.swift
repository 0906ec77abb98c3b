/// Runs an operation many times, some of them at once. Ends with the first error.
func concurrently(
    _ count: Int, atOnce width: Int = 16, _ operation: @escaping @Sendable (_ index: Int) async throws -> Void
) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<count {
            if index >= width { try await group.next() }
            group.addTask { try await operation(index) }
        }
        try await group.waitForAll()
    }
}
