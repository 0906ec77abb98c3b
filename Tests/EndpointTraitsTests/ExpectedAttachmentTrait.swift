import TestSupport
import Testing

@testable import EndpointTraits

/// Expects these attachments of a test, by name, with their numbers of interactions. It must come before the trait that
/// attaches them.
struct ExpectedAttachmentTrait: TestTrait, TestScoping {
    let expected: [String: Int]

    func scopeProvider(for test: Test, testCase: Test.Case?) -> ExpectedAttachmentTrait? {
        testCase == nil ? self : nil
    }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let attached = Locked([String: Int]())
        try await CassetteTrait.$attach.withValue({ bytes, name, _ in
            let count =
                name.hasSuffix(".html")
                ? (try? ReportedPage(Data(bytes)))?.rows.count
                : try? Cassette.reading(har: Data(bytes)).cassette.interactions.count
            attached.withLock { $0[name] = count ?? 0 }
        }) { try await function() }
        #expect(attached.withLock { $0 } == expected)
    }
}

extension Trait where Self == ExpectedAttachmentTrait {
    /// Expects these attachments, by name, with their numbers of interactions.
    static func attaches(_ expected: [String: Int]) -> ExpectedAttachmentTrait {
        ExpectedAttachmentTrait(expected: expected)
    }
}
