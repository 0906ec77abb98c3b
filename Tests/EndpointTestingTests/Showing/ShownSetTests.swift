import EndpointTesting
import Foundation
import Testing

/// Counts what errors, logs, events, commands, misses and reproductions show of sets that were written before the
/// rules: see `Sets/README.md`.
@Suite struct ShownSetTests {
    @Test func `no planted value is shown`() async throws {
        let leaks = try await report("planted values that are shown", ShownSample.secrets) { sample in
            let text = try await sample.shown(by: .standard)
            return sample.texts.contains { text.contains($0) }
        }
        #expect(leaks.tuned + leaks.unseen == 0)
    }

    @Test func `most of them are shown by the redaction that shows values`() async throws {
        let shown = try await report("planted values shown with showingValues", ShownSample.secrets) { sample in
            let text = try await sample.shown(by: .showingValues)
            return sample.texts.contains { text.contains($0) }
        }
        #expect(shown.tuned + shown.unseen > ShownSample.secrets.count / 2)
    }

    @Test func `the sentences that a developer needs are shown`() async throws {
        let missing = try await report("replies without their sentence", ShownSample.replies) { sample in
            let text = await sample.error(by: .standard)
            return !sample.texts.allSatisfy {
                text.contains($0) || text.contains($0.replacingOccurrences(of: "\"", with: "\\\""))
            }
        }
        #expect(missing.tuned <= 2)
        #expect(missing.unseen <= 5)
    }

    /// Prints and returns for how many of each half the condition is true. Names those of the tuned half alone.
    private func report(
        _ title: String, _ samples: [ShownSample], _ counts: (ShownSample) async throws -> Bool
    ) async throws -> (tuned: Int, unseen: Int) {
        var found: [ShownSample] = []
        for sample in samples where try await counts(sample) { found.append(sample) }
        let tuned = found.filter(\.isTuned)
        let sizes = (samples.count(where: \.isTuned), samples.count { !$0.isTuned })
        print("\(title): \(tuned.count) of \(sizes.0) tuned, \(found.count - tuned.count) of \(sizes.1) unseen")
        for sample in tuned where found.count < 20 { print("  \(sample.name): \(await sample.error(by: .standard))") }
        return (tuned.count, found.count - tuned.count)
    }
}
