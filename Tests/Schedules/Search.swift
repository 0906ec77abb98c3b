import Foundation

/// The search for a seed whose run violates something.
struct Search {
    /// After so many failing seeds a scenario is not run further.
    private static let failureLimit = 3

    /// Every so many seeds one is run again, to check that its order is the same.
    private static let replayInterval: UInt64 = 50

    private let scheduler: Scheduler

    init(_ scheduler: Scheduler) {
        self.scheduler = scheduler
    }

    /// Runs the scenarios with the seeds. Returns whether nothing was violated.
    func run(_ options: Options) -> Bool {
        var isGood = true
        let start = ContinuousClock.now
        for scenario in options.scenarios where !run(scenario, options) { isGood = false }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        if options.seeds.count > 1 {
            print("\(options.scenarios.count) × \(options.seeds.count) seeds in \(seconds.formatted(1)) s")
        }
        return isGood
    }

    private func run(_ scenario: any Scenario.Type, _ options: Options) -> Bool {
        let start = ContinuousClock.now
        var (steps, runs, failures, checksum) = (0, 0, 0, UInt64(0))
        for seed in options.seeds where failures < Self.failureLimit {
            let schedule = scheduler.run(scenario, seed: seed, traced: options.isTraced)
            for line in schedule.trace { print(line) }
            steps += schedule.steps
            runs += 1
            checksum = checksum &* 31 &+ schedule.checksum
            var violations = schedule.violations
            if seed % Self.replayInterval == 0, !options.isTraced, violations.isEmpty,
                scheduler.run(scenario, seed: seed).checksum != schedule.checksum
            {
                violations.append("a second run had another order")
            }
            guard !violations.isEmpty else { continue }
            failures += 1
            report(violations, of: scenario, seed)
        }
        if Self.threadCount > 1 {
            failures += 1
            print("FAILED: \(scenario.name) has started a thread, so that its order is not only that of the seed")
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let columns = [
            scenario.name.padding(toLength: 12, withPad: " ", startingAt: 0), "\(runs) seeds",
            "\(steps / max(runs, 1)) steps each", "\(Int(Double(runs) / max(seconds, 1e-6))) seeds a second",
            "checksum \(String(checksum, radix: 16))", failures == 0 ? "nothing violated" : "\(failures) FAILED",
        ]
        print(columns.joined(separator: "  "))
        return failures == 0
    }

    /// How many threads the process has.
    private static var threadCount: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
    }

    private func report(_ violations: [String], of scenario: any Scenario.Type, _ seed: UInt64) {
        print("FAILED: \(scenario.name) with seed \(seed)")
        for violation in violations { print("    \(violation)") }
        print("    Again, with all steps: Schedules --scenario \(scenario.name) --seed \(seed) --trace")
    }
}

extension Double {
    fileprivate func formatted(_ digits: Int) -> String { String(format: "%.\(digits)f", self) }
}
