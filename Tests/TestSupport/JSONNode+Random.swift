import EndpointCore

extension JSONNode {
    /// Any JSON of at most this many levels, with hostile texts in it.
    package static func random(depth: Int, using random: inout SplitMix64) -> JSONNode {
        switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2:
            return .number("\(Int.random(in: -99...99, using: &random)).\(Int.random(in: 0...99, using: &random))e7")
        case 3, 4: return .string(text(using: &random))
        case 5:
            return .array(
                (0..<Int.random(in: 0...4, using: &random)).map { _ in JSONNode.random(depth: depth - 1, using: &random)
                })
        default:
            return .object(
                (0..<Int.random(in: 0...4, using: &random)).map { _ in
                    Member(key: text(using: &random), value: JSONNode.random(depth: depth - 1, using: &random))
                })
        }
    }

    private static func text(using random: inout SplitMix64) -> String {
        let letters: [Character] = ["a", "/", "\"", "\\", "\n", "\u{1}", "é", "😀", "\u{2028}", "\u{2029}", " ", "{"]
        return String(
            (0..<Int.random(in: 0...6, using: &random)).map { _ in letters.randomElement(using: &random) ?? "x" })
    }
}
