/// Finds the boundary of a form.
///
/// Its first letter stands in it only once, so that a search for it never has to go back.
enum MultipartBoundary {
    /// The boundary that follows from the parts. Of a file only the name counts.
    static func make(for parts: [Multipart.Part]) -> String {
        make(for: parts, seed: parts.reduce(0xcbf2_9ce4_8422_2325, mixed))
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

    private static func mixed(_ hash: UInt64, _ part: Multipart.Part) -> UInt64 {
        let names = [part.name, part.fileName, part.contentType].map { Data(($0 ?? "").utf8) }
        return (names + [part.data ?? Data()]).reduce(hash) { hash, bytes in
            mixed(mixed(hash, bytes), Data("\(bytes.count)".utf8))
        }
    }

    /// FNV-1a.
    private static func mixed(_ hash: UInt64, _ bytes: Data) -> UInt64 {
        bytes.withUnsafeBytes { $0.reduce(hash) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } }
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
