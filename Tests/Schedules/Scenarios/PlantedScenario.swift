import EndpointClient

/// A gate with a planted error, to show that errors are found: a task that finds the gate closed waits for it, and
/// misses an opening between the two. It is run only by name.
struct PlantedScenario: Scenario {
    static let name = "planted"

    private struct Gate {
        var isOpen = false
        var waiters: [Promise<Void>] = []
    }

    private let world: World
    private let gate = Locked(Gate())

    init(_ world: World) {
        self.world = world
    }

    func run() async {
        async let opened: Void = open()
        _ = await world.calls(0..<3, cancelledOnceIn: .max) { number in try await pass(number) }
        await opened
    }

    func verify() {}

    private func open() async {
        await world.dawdle(seconds: 1)
        world.note("the gate opens")
        let waiters = gate.withLock { gate in
            gate.isOpen = true
            return gate.waiters
        }
        for waiter in waiters { waiter.resolve(.success(())) }
    }

    private func pass(_ number: Int) async throws {
        if gate.withLock({ $0.isOpen }) { return }
        world.note("call \(number) has found it closed")
        await world.yield()  // The error: the gate may open here.
        let opening = Promise<Void>()
        gate.withLock { $0.waiters.append(opening) }
        world.note("call \(number) waits")
        try await opening.value {}
    }
}
