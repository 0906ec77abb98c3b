/// Finds the boundary of a form.
///
/// Its first letter stands in it only once, so that a search for it never has to go back.
enum MultipartBoundary {
    /// The boundary that follows from the parts. Of a file only the name counts.
    static func make(for parts: [Multipart.Part]) -> String {
        make(for: parts, seed: seed(of: parts))
    }

    /// The first of the boundaries that follow from a seed which stands in no part.
    static func make(for parts: [Multipart.Part], seed: UInt64) -> String {
        var candidates = SplitMix64(seed: seed)
        while true {
            let boundary = candidate(&candidates)
            if !parts.contains(where: { $0.holds(boundary) }) { return boundary }
        }
    }

    private static func candidate(_ chance: inout SplitMix64) -> String {
        let high = chance.next()
        return "Endpoint-" + String(hexadecimal: high, chance.next())
    }

    private static func seed(of parts: [Multipart.Part]) -> UInt64 {
        var checksum = FNV1a()
        for part in parts {
            let names = [part.name, part.fileName, part.contentType].map { Data(($0 ?? "").utf8) }
            for bytes in names + [part.data ?? Data()] {
                checksum.add(bytes)
                checksum.add(Data("\(bytes.count)".utf8))
            }
        }
        return checksum.value
    }
}

extension Multipart.Part {
    fileprivate var data: Data? {
        guard case .data(let data) = content else { return nil }
        return data
    }

    fileprivate func holds(_ boundary: String) -> Bool {
        var search = BoundarySearch(boundary)
        return data?.withUnsafeBytes { search.finds($0) } ?? false
    }
}
