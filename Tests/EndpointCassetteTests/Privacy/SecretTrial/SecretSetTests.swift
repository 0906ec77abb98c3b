import EndpointCassette
import Foundation
import Testing

/// Counts what the rules miss and what they damage in sets that were written before them: see `Sets/README.md`.
@Suite struct SecretSetTests {
    @Test func `few secrets of the sets are saved`() {
        let (tuned, unseen) = report("secrets that leak", SecretSample.secrets) { $0 == .leaks }
        #expect(tuned <= 2)
        #expect(unseen <= 12)
    }

    @Test func `no message of the sets is refused`() {
        let (tuned, unseen) = report("messages that are refused", SecretSample.secrets + SecretSample.harmless) {
            $0 == .refused
        }
        #expect(tuned + unseen == 0)
    }

    @Test func `few harmless messages of the sets are changed`() {
        let (tuned, unseen) = report("harmless messages that change", SecretSample.harmless) { $0 == .changed }
        #expect(tuned <= 2)
        #expect(unseen <= 6)
    }

    @Test func `few identifiers of objects are taken for keys`() {
        let (tuned, unseen) = report("identifiers that are taken for keys", SecretSample.identifiers) {
            $0 == .changed
        }
        #expect(tuned + unseen <= 5)
    }

    /// Prints and returns how many of each half have this outcome. Names those of the tuned half alone.
    private func report(
        _ title: String, _ samples: [SecretSample], _ counts: (SecretSample.Outcome) -> Bool
    ) -> (tuned: Int, unseen: Int) {
        let found = samples.filter { counts($0.saved()) }
        let tuned = found.filter(\.isTuned)
        let sizes = (samples.count(where: \.isTuned), samples.count { !$0.isTuned })
        let unseen = found.count - tuned.count
        print("\(title): \(tuned.count) of \(sizes.0) tuned, \(unseen) of \(sizes.1) unseen")
        for sample in tuned { print("  \(sample.name)") }
        return (tuned.count, unseen)
    }
}
