import EndpointCore
import Testing

/// Streamed answers of many APIs, cut off at every byte: one that is cut off never looks complete, and one that is
/// complete never looks cut off.
@Suite struct DialectTests {
    @Test func `there are 20 dialects`() {
        #expect(Set(Dialect.all.map(\.name)).count == 20)
        #expect(Dialect.all.allSatisfy { !$0.assumes.isEmpty && $0.completeCount <= $0.body.utf8.count })
    }

    @Test(arguments: Dialect.all) func `an answer that is cut off is not complete`(dialect: Dialect) async throws {
        let body = Data(dialect.body.utf8)
        let whole = try await dialect.read([body])
        #expect(whole.1 == nil)
        #expect(whole.0.count >= 2)
        for count in 0...body.count {
            let cut = body.prefix(count)
            let pieces = stride(from: 0, to: count, by: 7).map { Data(cut.dropFirst($0).prefix(7)) }
            for chunks in [[cut], pieces] {
                let (contents, error) = try await dialect.read(chunks.filter { !$0.isEmpty })
                #expect(whole.0.starts(with: contents))
                if count < dialect.completeCount {
                    #expect(error != nil, "cut off after \(count) of \(body.count) bytes")
                    #expect((error as? StreamError)?.reason == .incomplete || error is ContentError)
                } else {
                    #expect(error == nil, "complete after \(count) of \(body.count) bytes")
                    #expect(contents == whole.0)
                }
            }
        }
    }

    @Test(arguments: Dialect.all) func `an answer is read up to its mark`(dialect: Dialect) async throws {
        let body = Data(dialect.body.utf8)
        let complete = body.prefix(dialect.completeCount)
        let (contents, error) = try await dialect.read([Data(complete), Data("\n".utf8), complete])
        let once = try await dialect.read([body]).0
        #expect(error == nil)
        #expect(contents == (["Gemini", "Perplexity"].contains(dialect.name) ? once + once : once))
    }
}
