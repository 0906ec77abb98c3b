/// How many tasks share the operations of a round.
struct Load: Sendable {
    let tasks: Int

    /// Runs the operation `count` times; each gets its number.
    func run(_ count: Int, _ operation: @escaping @Sendable (Int) async throws -> Void) async throws {
        guard tasks > 1 else {
            for number in 0..<count { try await operation(number) }
            return
        }
        try await withThrowingTaskGroup(of: Void.self) { [tasks] group in
            for first in 0..<tasks {
                group.addTask {
                    for number in stride(from: first, to: count, by: tasks) { try await operation(number) }
                }
            }
            try await group.waitForAll()
        }
    }
}
