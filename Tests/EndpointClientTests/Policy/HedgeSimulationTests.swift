import EndpointTesting
import TestSupport
import Testing

@testable import EndpointClient

/// Servers on a virtual clock, and a client with the library's policy in front of them.
@Suite struct HedgeSimulationTests {
    /// Ten backends, of which the first is slow.
    private struct Backends {
        /// Whether the balancer draws two backends and takes the one with fewer open requests.
        let isBalanced: Bool
        let answer: (_ isSlow: Bool, _ random: inout SplitMix64) -> Double
        private var open = [Int](repeating: 0, count: 10)

        init(isBalanced: Bool = false, _ answer: @escaping (_ isSlow: Bool, _ random: inout SplitMix64) -> Double) {
            (self.isBalanced, self.answer) = (isBalanced, answer)
        }

        /// About 0.1 s, at most 0.5 s.
        static func usual(_ random: inout SplitMix64) -> Double { min(0.05 - 0.05 * log(1 - random.fraction()), 0.5) }

        /// The backend of a request, and how long its answer takes.
        mutating func take(_ random: inout SplitMix64) -> (backend: Int, time: Double) {
            let first = Int(random.next() % 10), second = isBalanced ? Int(random.next() % 10) : first
            let backend = open[second] < open[first] ? second : first
            open[backend] += 1
            return (backend, answer(backend == 0, &random))
        }

        mutating func release(_ backend: Int) { open[backend] -= 1 }
    }

    private struct Outcome {
        var times: [Double] = []
        var hedges = 0

        var load: Double { Double(hedges) / Double(times.count) }

        func percentile(_ share: Double) -> Double { times.sorted()[Int(Double(times.count) * share)] }
    }

    private enum Event {
        case begin, delay(Int), answer(Int)
    }

    private struct Call {
        let start: Double
        var end: Double
        var backends: [Int]
        var isLate = false
        var isOver = false
    }

    /// Calls at 50 a second.
    private func run(_ policy: HedgePolicy?, calls: Int, seed: UInt64, _ backends: Backends) -> Outcome {
        var backends = backends, random = SplitMix64(seed: seed), state = HedgeState(policy ?? .standard)
        var queue = EventQueue<Event>(), open: [Int: Call] = [:], outcome = Outcome(), begun = 0
        queue.add(.begin, at: 0)
        while let (event, now) = queue.next() {
            let time = Duration.seconds(now)
            switch event {
            case .begin:
                let delay = state.begin(at: time).inSeconds
                let (backend, answer) = backends.take(&random)
                open[begun] = Call(start: now, end: now + answer, backends: [backend])
                queue.add(.delay(begun), at: now + delay)
                queue.add(.answer(begun), at: now + answer)
                begun += 1
                if begun < calls { queue.add(.begin, at: now + 0.04 * random.fraction()) }
            case .delay(let id):
                guard var call = open[id] else { continue }
                call.isLate = true
                if policy != nil, state.hedge(at: time, hasBudget: true) {
                    outcome.hedges += 1
                    let (backend, answer) = backends.take(&random)
                    call.end = min(call.end, now + answer)
                    call.backends.append(backend)
                    queue.add(.answer(id), at: call.end)
                }
                open[id] = call
            case .answer(let id):
                guard let call = open[id], call.end <= now else { continue }
                open[id] = nil
                for backend in call.backends { backends.release(backend) }
                outcome.times.append(now - call.start)
                state.end(after: .seconds(now - call.start), isGood: true, isLate: call.isLate, at: time)
            }
        }
        return outcome
    }

    /// A quarter of the slow one's answers come after 3 to 6 s.
    private let stalling = Backends { isSlow, random in
        isSlow && random.fraction() < 0.25 ? 3 + 3 * random.fraction() : Backends.usual(&random)
    }

    /// The slow one is so many times slower, with a long tail.
    private static func slow(_ factor: Double, isBalanced: Bool) -> Backends {
        Backends(isBalanced: isBalanced) { isSlow, random in
            isSlow ? factor * 0.05 * (1 - log(1 - random.fraction())) : Backends.usual(&random)
        }
    }

    /// The 99th percentile with hedges, as a share of that without.
    private func ratio(_ policy: HedgePolicy, seed: UInt64, _ backends: Backends) -> Double {
        let calls = isThorough ? 100_000 : 10_000
        let before = run(nil, calls: calls, seed: seed, backends),
            after = run(policy, calls: calls, seed: seed, backends)
        #expect(after.load <= 0.05)
        return after.percentile(0.99) / before.percentile(0.99)
    }

    @Test(arguments: [HedgePolicy.standard, .p95], [UInt64(1), 2, 3])
    func `the slowest hundredth takes less than half as long when one of ten backends stalls`(
        policy: HedgePolicy, seed: UInt64
    ) {
        #expect(ratio(policy, seed: seed, stalling) < 0.5)
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `a hedged call takes less than half as long when the balancer avoids one of ten that is always slow`(
        seed: UInt64
    ) {
        #expect(ratio(.p95, seed: seed, Self.slow(20, isBalanced: true)) < 0.5)
    }

    /// A tenth of the calls is slow, and only a twentieth may be sent again.
    @Test(arguments: [UInt64(1), 2, 3])
    func `a hedged call takes less than 80 % when one of ten is always slow and not avoided`(seed: UInt64) {
        #expect(ratio(.p95, seed: seed, Self.slow(10, isBalanced: false)) < 0.8)
    }

    @Test(arguments: [HedgePolicy.standard, .p95])
    func `the load of servers that work grows by at most 5 %`(policy: HedgePolicy) {
        let outcome = run(policy, calls: 20_000, seed: 4, Backends { _, random in Backends.usual(&random) })
        #expect(outcome.load <= 0.05)
        #expect(policy == .p95 ? outcome.hedges > 400 : outcome.hedges == 0)
    }

    @Test(arguments: [HedgePolicy.standard, .p95])
    func `the load of a server that is slow as a whole grows by 1 % and the saved hedges`(policy: HedgePolicy) {
        let after = run(policy, calls: 20_000, seed: 5, Backends { _, random in 100 + 100 * random.fraction() })
        #expect(Double(after.hedges) <= 0.01 * 20_000 + 2)
        #expect(after.hedges > 100)
    }
}

/// Events in the order of their times: a binary heap.
private struct EventQueue<Event> {
    private var heap: [(time: Double, event: Event)] = []

    mutating func add(_ event: Event, at time: Double) {
        heap.append((time, event))
        var child = heap.count - 1
        while child > 0, heap[child].time < heap[(child - 1) / 2].time {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func next() -> (event: Event, time: Double)? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        guard !heap.isEmpty else { return (first.event, first.time) }
        heap[0] = last
        var parent = 0
        while let child = [2 * parent + 1, 2 * parent + 2].filter({ $0 < heap.count }).min(by: {
            heap[$0].time < heap[$1].time
        }), heap[child].time < heap[parent].time {
            heap.swapAt(child, parent)
            parent = child
        }
        return (first.event, first.time)
    }
}
