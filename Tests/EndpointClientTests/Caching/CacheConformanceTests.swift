import EndpointTesting
import TestSupport
import Testing

@testable import EndpointClient

/// The cases of http-tests/cache-tests that are valid for a private cache.
@Suite(.needs(conformanceData: CacheCases.path)) struct CacheConformanceTests {
    /// The results of all cases, by kind.
    struct Score {
        private var results: [(script: CacheCase, result: CacheCaseResult)] = []

        mutating func add(_ script: CacheCase, _ result: CacheCaseResult) { results.append((script, result)) }

        func passed(_ kind: String) -> Int { results.count { $0.script.kind == kind && $0.result == .passed } }

        func count(_ kind: String) -> Int { results.count { $0.script.kind == kind } }

        /// The names of the cases that didn't pass.
        func failing(_ kind: String) -> Set<String> {
            Set(results.filter { $0.script.kind == kind && $0.result != .passed }.map(\.script.id))
        }

        func text(_ title: String) -> String {
            let lines = ["required", "optimal", "check"].map { "\($0) \(passed($0)) of \(count($0))" }
            let failing = results.filter { $0.script.kind != "check" && $0.result != .passed }
                .map { "  \($0.script.kind) \($0.script.id): \($0.result)" }
            return (["cache-tests, \(title): " + lines.joined(separator: ", ")] + failing).joined(separator: "\n")
        }
    }

    static func score(_ runner: CacheCaseRunner) async throws -> Score {
        var score = Score()
        for script in try CacheCases.all() { score.add(script, await runner.run(script)) }
        return score
    }

    /// The optimal cases that this cache doesn't pass on purpose: it stores no parts, doesn't answer a GET with what a
    /// POST returned, compares the order of languages, and keeps the responses of different cookies apart.
    static let others: Set = [
        "method-POST", "other-cookie", "vary-normalise-lang-order", "vary-normalise-lang-select",
        "partial-store-partial-reuse-partial", "partial-store-partial-reuse-partial-byterange",
        "partial-store-partial-reuse-partial-absent", "partial-store-partial-reuse-partial-suffix",
        "partial-store-partial-complete",
    ]

    @Test func `the cache in memory passes the cases of cache-tests`() async throws {
        let runner = CacheCaseRunner(store: MemoryCacheStore(bytes: 1 << 24)) { $0.memoryClient() }
        let score = try await Self.score(runner)
        print(score.text("memory"))
        #expect(score.count("required") == 137 && score.count("optimal") == 77)
        #expect(score.failing("required") == [])
        #expect(score.failing("optimal") == Self.others)
    }

    @Test func `the cache on disk passes the cases of cache-tests`() async throws {
        let folder = try CacheFixture()
        let runner = CacheCaseRunner(store: folder.store(bytes: 1 << 26)) { $0.memoryClient() }
        let score = try await Self.score(runner)
        print(score.text("disk"))
        #expect(score.failing("required") == [])
        #expect(score.failing("optimal") == Self.others)
    }

    @Test(arguments: Engine.allCases) func `a cache around an engine passes the cases that it can send`(
        engine: Engine
    ) async throws {
        let servers = Locked<[LoopbackServer]>([])
        let runner = try CacheCaseRunner(store: MemoryCacheStore(bytes: 1 << 24)) { origins in
            let server = try origins.server()
            servers.withLock { $0.append(server) }
            return engine.client(baseURL: server.url)
        }
        let score = try await Self.score(runner)
        servers.withLock { $0 }.first?.stop()
        print(score.text("\(engine)"))
        #expect(score.passed("required") >= 135)
        #expect(score.passed("optimal") >= 66)
    }
}
