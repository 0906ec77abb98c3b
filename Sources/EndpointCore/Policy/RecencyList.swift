/// The places 0, 1, 2 … in the order of their last use: a ring of links, with a head that stands between newest and oldest.
struct RecencyList: Sendable {
    private var newer = [0]
    private var older = [0]

    /// The place used longest ago; there must be one.
    var oldest: Int { newer[0] - 1 }

    /// Adds the next place, as the newest.
    mutating func append() -> Int {
        newer.append(0)
        older.append(0)
        link(newer.count - 1)
        return newer.count - 2
    }

    /// Makes a place the newest.
    mutating func touch(_ place: Int) {
        let node = place + 1
        guard older[0] != node else { return }
        newer[older[node]] = newer[node]
        older[newer[node]] = older[node]
        link(node)
    }

    private mutating func link(_ node: Int) {
        (older[node], newer[node]) = (older[0], 0)
        newer[older[0]] = node
        older[0] = node
    }
}
