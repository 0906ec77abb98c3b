import Testing

@testable import EndpointCore

@Suite struct MultipartBoundaryTests {
    @Test func `the same parts have the same boundary, and others another`() {
        #expect(Multipart([.field("a", "b")]).boundary == Multipart([.field("a", "b")]).boundary)
        let boundaries = [
            Multipart([.field("a", "b")]), [.field("a", "c")], [.field("ab", "")], [.data("a", Data("b".utf8))], [],
        ].map(\.boundary)
        #expect(Set(boundaries).count == 5)
    }

    @Test func `the folder of a file is not part of it`() {
        let forms = ["/tmp/1/a", "/home/2/a"].map { Multipart([.file("f", URL(fileURLWithPath: $0))]) }
        #expect(forms[0].boundary == forms[1].boundary)
    }

    /// No part can be made to hold the boundary that follows from it, so the seed is given.
    @Test func `stands in no part`() {
        let boundary = MultipartBoundary.make(for: [], seed: 1)
        let parts: [Multipart.Part] = [.field("a", "b"), .field("c", "x\r\n--\(boundary)--")]
        #expect(MultipartBoundary.make(for: parts, seed: 1) != boundary)
        #expect(MultipartBoundary.make(for: [parts[0]], seed: 1) == boundary)
    }

    @Test(arguments: 1...24)
    func `is found across pieces of any size, also after a false start`(size: Int) {
        let boundary = Multipart([]).boundary
        let bytes = Array("EE\(boundary.prefix(20))\(boundary)".utf8)
        var search = BoundarySearch(boundary)
        let found = stride(from: 0, to: bytes.count, by: size).map { start in
            bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { search.finds($0) }
        }
        #expect(found.last == true)
        #expect(!found.dropLast().contains(true))
    }
}
