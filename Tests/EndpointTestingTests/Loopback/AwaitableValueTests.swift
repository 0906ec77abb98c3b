import Testing

@testable import EndpointTesting

@Suite(.timeLimit(.minutes(10))) struct AwaitableValueTests {
    @Test func `a condition that is already true isn't waited for`() async {
        await AwaitableValue(1).wait { $0 == 1 }
    }

    @Test func `a change resumes the tasks whose condition it makes true`() async {
        let watched = AwaitableValue(0)
        async let two: Void = watched.wait { $0 >= 2 }
        async let one: Void = watched.wait { $0 >= 1 }
        watched.update { $0 = 1 }
        await one
        watched.update { $0 = 2 }
        await two
        #expect(watched.value == 2)
    }

    @Test func `a change that makes no condition true resumes no task`() async {
        let watched = AwaitableValue(0)
        let seen = Task {
            await watched.wait { $0 == 2 }
            return watched.value
        }
        for _ in 0..<100 {
            watched.update { $0 = 1 }
            await Task.yield()
        }
        watched.update { $0 = 2 }
        #expect(await seen.value == 2)
    }

    @Test func `cancellation ends the wait for a condition`() async {
        let watched = AwaitableValue(0)
        let (evaluations, evaluated) = AsyncStream.makeStream(of: Void.self)
        let waiting = Task {
            await watched.wait { value in
                evaluated.yield()
                return value == 1
            }
        }
        await evaluations.first { true }
        waiting.cancel()
        await waiting.value
    }

    @Test func `a task that is already cancelled doesn't wait`() async {
        let watched = AwaitableValue(0)
        let tasks = (0..<100).map { _ in Task { await watched.wait { $0 == 1 } } }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    @Test func `many concurrent waits are all resumed`() async {
        let watched = AwaitableValue(0)
        await withTaskGroup { group in
            for count in 0..<1_000 {
                group.addTask { await watched.wait { $0 >= count } }
                group.addTask { watched.update { $0 += 1 } }
            }
        }
        #expect(watched.value == 1_000)
    }
}
