import TestSupport
import Testing

@testable import EndpointClient
@testable import EndpointTesting

@Suite struct CallGateTests {
    private var gate = CallGate(.concurrent(1))

    private static let groups: [QuotaGroup] = ["a", "b", "c"].map { path in
        let request = URLRequest(url: URL(string: path) ?? URL(fileURLWithPath: path))
        return QuotaGroup(APIRequest(request, for: RawEndpoint(request)))
    }

    /// The numbers of the calls that are admitted, and those that are refused.
    private mutating func advance(at now: Duration = .zero) -> (admitted: [Int64], refused: [Int64]) {
        let exits = gate.advance(at: now)
        return (
            exits.filter { (try? $0.result.get()) != nil }.map(\.number),
            exits.filter { (try? $0.result.get()) == nil }.map(\.number)
        )
    }

    private mutating func arrive(
        _ number: Int64, _ group: Int = 0, deadline: Duration? = nil, at now: Duration = .zero
    ) -> CallGate.Arrival {
        gate.arrive(number, Self.groups[group], deadline: deadline, at: now)
    }

    private mutating func admit(_ number: Int64, _ group: Int = 0, at now: Duration = .zero) throws -> CallGate.Permit {
        guard case .admitted(let permit) = arrive(number, group, at: now) else { throw Unexpected("a permit") }
        return permit
    }

    @Test mutating func `calls leave the queue in order of arrival`() throws {
        let permit = try admit(1)
        for number in Int64(2)...4 { #expect(arrive(number, Int(number) % 3) == .queued) }
        #expect(advance().admitted == [])
        gate.release(permit)
        #expect(advance().admitted == [2])
        #expect(gate.underWay == 1)
        #expect(gate.waitingCount == 2)
    }

    @Test mutating func `a call that leaves the queue frees no place`() throws {
        let permit = try admit(1)
        #expect(arrive(2) == .queued)
        #expect(arrive(3) == .queued)
        #expect([2, 2, 1].map { gate.leave($0) } == [true, false, false])
        #expect(advance().admitted == [])
        gate.release(permit)
        #expect(advance().admitted == [3])
    }

    @Test mutating func `a quota holds the calls of its group and no others`() throws {
        gate = CallGate(.concurrent(2))
        let permit = try admit(1)
        gate.record(.answered, QuotaReport(resource: "r", wait: .seconds(10)), for: permit, at: .zero)
        #expect(arrive(2, 0) == .queued)
        #expect(advance().admitted == [])
        #expect(gate.wakeup(after: .zero) == .seconds(10))
        _ = try admit(3, 1)
        gate.release(permit)
        #expect(advance(at: .seconds(9)).admitted == [])
        #expect(advance(at: .seconds(10)).admitted == [2])
    }

    @Test mutating func `a call whose deadline is before the reset is refused, also if it waits already`() throws {
        let permit = try admit(1)
        #expect(arrive(2, deadline: .seconds(5)) == .queued)
        #expect(arrive(3, deadline: .seconds(50)) == .queued)
        #expect(arrive(4) == .queued)
        gate.record(.answered, QuotaReport(wait: .seconds(10)), for: permit, at: .zero)
        gate.release(permit)
        #expect(advance().refused == [2])
        #expect(gate.waitingCount == 2)
        #expect(arrive(5, deadline: .seconds(10)) == .refused(.init(resource: "", end: .seconds(10))))
        #expect(advance(at: .seconds(10)).admitted == [3])
    }

    @Test mutating func `a token bucket wakes its queue when there is a token`() throws {
        gate = CallGate(.rate(2))
        _ = try admit(1)
        #expect(arrive(2) == .queued)
        #expect(gate.wakeup(after: .zero) == .milliseconds(500))
        #expect(advance(at: .milliseconds(499)).admitted == [])
        #expect(advance(at: .milliseconds(500)).admitted == [2])
        #expect(gate.wakeup(after: .milliseconds(500)) == nil)
    }

    @Test mutating func `calls that come and leave while a quota holds them take no memory`() throws {
        let permit = try admit(1)
        gate.record(.answered, QuotaReport(wait: .seconds(10)), for: permit, at: .zero)
        for number in Int64(2)..<10_000 {
            #expect(arrive(number) == .queued)
            _ = gate.leave(number)
        }
        #expect("\(gate)".count < 20_000)
    }

    /// 20,000 schedules with `ENDPOINT_THOROUGH=1`.
    @Test(arguments: [CallLimit.concurrent(2), .rate(3, burst: 2), .adaptive(from: 3, upTo: 5)])
    func `no schedule loses a call, admits one out of order or exceeds the limit`(limit: CallLimit) {
        var dice = SplitMix64(seed: 7)
        var queued = 0, left = 0, refused = 0
        for _ in 0..<(isThorough ? 20_000 : 300) {
            var schedule = Schedule(limit)
            for _ in 0..<30 { schedule.step(&dice) }
            schedule.finish()
            #expect(schedule.mistakes == [])
            queued += schedule.queued
            left += schedule.left
            refused += schedule.refused
        }
        #expect(queued > 300)
        #expect(left > 30)
        #expect(refused > 10)
    }

    /// Random steps, and what must be true after each of them by a list of all calls.
    private struct Schedule {
        private var gate: CallGate
        private let most: Int
        private var now = Duration.zero
        private var waiting: [(number: Int64, group: Int, deadline: Duration?)] = []
        private var running: [(permit: CallGate.Permit, group: Int)] = []
        private var hold: [Int: Duration] = [:]
        private var last: Int64 = 0
        private(set) var mistakes: [String] = []
        private(set) var (queued, left, refused) = (0, 0, 0)

        init(_ limit: CallLimit) {
            gate = CallGate(limit)
            switch limit.rule {
            case .concurrent(let calls): most = calls
            case .adaptive(_, let calls): most = calls
            case .rate: most = .max
            }
        }

        mutating func step(_ dice: inout SplitMix64) {
            now += .milliseconds(Int64(dice.next() % 200))
            switch dice.next() % 8 {
            case 0...3: arrive(Int(dice.next() % 3), dice.next() % 3 == 0 ? now + .seconds(1) : nil)
            case 4: if let call = waiting.randomElement(using: &dice) { leave(call.number) }
            default: end(&dice)
            }
            advance()
        }

        mutating func finish() {
            var turns = 0
            while !waiting.isEmpty || !running.isEmpty, turns < 1000 {
                turns += 1
                if let call = running.popLast() { gate.release(call.permit) } else { now += .seconds(1) }
                advance()
            }
            check(waiting.isEmpty && gate.underWay == 0 && gate.waitingCount == 0, "a call was lost")
            check(gate.wakeup(after: now) == nil, "an alarm without a call")
        }

        private mutating func arrive(_ group: Int, _ deadline: Duration?) {
            last += 1
            switch gate.arrive(last, CallGateTests.groups[group], deadline: deadline, at: now) {
            case .admitted(let permit):
                check(waiting.allSatisfy { isHeld($0.group) }, "a call overtook another one")
                start(permit, group)
            case .queued:
                queued += 1
                waiting.append((last, group, deadline))
            case .refused:
                refused += 1
                check(isHeld(group) && deadline != nil, "a call was refused without a reason")
            }
        }

        private mutating func leave(_ number: Int64) {
            left += 1
            check(gate.leave(number), "a call that waits is unknown")
            waiting.removeAll { $0.number == number }
        }

        private mutating func end(_ dice: inout SplitMix64) {
            guard !running.isEmpty else { return }
            let call = running.remove(at: Int(dice.next() % UInt64(running.count)))
            let isUsedUp = dice.next() % 4 == 0
            let report = QuotaReport(resource: "\(call.group)", wait: isUsedUp ? .seconds(2) : nil)
            gate.record(dice.next() % 3 == 0 ? .overloaded : .answered, report, for: call.permit, at: now)
            gate.release(call.permit)
            if isUsedUp { hold[call.group] = max(hold[call.group] ?? now, now + .seconds(2)) }
        }

        private mutating func advance() {
            for exit in gate.advance(at: now) {
                guard let place = waiting.firstIndex(where: { $0.number == exit.number }) else {
                    return mistakes.append("a call left the queue twice")
                }
                let call = waiting.remove(at: place)
                switch exit.result {
                case .success(let permit):
                    check(waiting[..<place].allSatisfy { isHeld($0.group) }, "out of order")
                    check(!isHeld(call.group), "a call started before the reset")
                    start(permit, call.group)
                case .failure:
                    refused += 1
                    check(isHeld(call.group) && call.deadline != nil, "a call was refused without a reason")
                }
            }
            check(running.count == gate.underWay && waiting.count == gate.waitingCount, "a wrong count")
            let isFree = waiting.contains { !isHeld($0.group) } && running.count < 2 && most <= 5
            check(!isFree, "a call waits although there is a place")
            check(waiting.isEmpty || running.count >= min(most, 2) || gate.wakeup(after: now) != nil, "no alarm")
        }

        private mutating func start(_ permit: CallGate.Permit, _ group: Int) {
            running.append((permit, group))
            check(running.count <= most, "too many calls at the same time")
        }

        private func isHeld(_ group: Int) -> Bool { hold[group].map { $0 > now } ?? false }

        private mutating func check(_ condition: Bool, _ mistake: String) {
            if !condition { mistakes.append(mistake) }
        }
    }
}
