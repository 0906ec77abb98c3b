import Testing

@testable import EndpointClient

@Suite(.timeLimit(.minutes(1))) struct CacheRemovalsTests {
    private let removals = CacheRemovals()
    private let order = Locked<[String]>([])

    private func note(_ step: String) { order.withLock { $0.append(step) } }

    @Test func `a save for a call from before a removal is refused`() async {
        await removals.begin()
        #expect(await !removals.save(after: 0) { note("old") })
        #expect(await removals.save(after: 1) { note("new") })
        #expect(order.withLock { $0 } == ["new"] && removals.count == 1)
    }

    @Test func `a removal waits for the saves that began before it, and not for those after it`() async {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        var ends: [Task<Void, Never>] = []
        let (first, second) = (Promise<Void>(), Promise<Void>())
        let saves = [first, second].enumerated().map { number, end in
            let save = Task.immediate {
                _ = await removals.save(after: number) {
                    note("save \(number) begins")
                    try? await end.value {}
                }
            }
            ends.append(
                .immediate {
                    await removals.begin()
                    note("removal \(number)")
                })
            return save
        }
        #expect(order.withLock { $0 } == ["save 0 begins", "save 1 begins"])
        first.resolve(.success(()))
        await saves[0].value
        await ends[0].value
        #expect(order.withLock { $0 } == ["save 0 begins", "save 1 begins", "removal 0"])
        second.resolve(.success(()))
        await saves[1].value
        await ends[1].value
        #expect(order.withLock { $0 }.last == "removal 1")
    }
}
