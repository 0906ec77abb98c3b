import TestSupport
import Testing

@testable import EndpointClient

@Suite struct OriginTableTests {
    private func origin(_ number: Int) throws -> Origin {
        let url = try #require(URL(string: "https://host\(number).example.com"))
        return try #require(Origin(url))
    }

    @Test func `every origin has a value of its own`() throws {
        var table = OriginTable(0)
        try table.update(origin(1)) { $0 += 1 }
        try table.update(origin(2)) { $0 += 2 }
        try table.update(origin(1)) { $0 += 1 }
        #expect(try [table[origin(1)], table[origin(2)], table[origin(3)]] == [2, 2, 0])
    }

    @Test func `the least recently used origin makes room and starts over`() throws {
        var table = OriginTable(0, limit: 2)
        for number in [1, 2, 1, 3] { try table.update(origin(number)) { $0 += 1 } }
        #expect(try [table[origin(1)], table[origin(2)], table[origin(3)]] == [2, 0, 1])
        #expect(table.count == 2)
    }

    @Test func `reading an origin does not make it recent`() throws {
        var table = OriginTable(0, limit: 2)
        for number in [1, 2] { try table.update(origin(number)) { $0 += 1 } }
        _ = try table[origin(1)]
        try table.update(origin(3)) { $0 += 1 }
        #expect(try table[origin(1)] == 0)
    }

    @Test(arguments: [0, -1, Int.min])
    func `a limit below one counts as one`(limit: Int) throws {
        var table = OriginTable(0, limit: limit)
        for number in [1, 2, 2] { try table.update(origin(number)) { $0 += 1 } }
        #expect(table.count == 1)
        #expect(try table[origin(2)] == 2)
    }

    @Test func `an origin table agrees with a plain list over 20,000 random uses`() throws {
        let origins = try (0..<40).map(origin)
        var random = SplitMix64(seed: 1)
        var table = OriginTable(0, limit: 16)
        var model: [(origin: Origin, value: Int)] = []
        for _ in 0..<20_000 {
            let origin = origins[Int(random.next() % UInt64(random.next() % 39 + 1))]
            let old = model.first { $0.origin == origin }?.value ?? 0
            model.removeAll { $0.origin == origin }
            model.append((origin, old + 1))
            if model.count > 16 { model.removeFirst() }
            let count = table.update(origin) { count in
                count += 1
                return count
            }
            if count != old + 1 { Issue.record("\(count) instead of \(old + 1)") }
        }
        #expect(table.count == 16)
    }

    @Test func `a table of ten thousand origins keeps no more than the limit`() throws {
        var table = OriginTable(RetryBudget.standard)
        for number in 0..<10_000 { try table.update(origin(number)) { _ = $0.record(.failure, at: .zero) } }
        #expect(table.count == 1024)
    }
}
