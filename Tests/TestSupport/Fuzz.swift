import EndpointCore

/// Hostile texts: pieces of the grammar at hand in random order, with random bytes in between.
package struct Fuzz {
    private var generator: SplitMix64
    private let pieces: [[UInt8]]

    package init(seed: UInt64, pieces: [String]) {
        generator = SplitMix64(seed: seed)
        self.pieces = pieces.map { Array($0.utf8) }
    }

    package mutating func bytes(longest: Int = 12) -> [UInt8] {
        (0..<Int.random(in: 0...longest, using: &generator)).flatMap { _ in piece() }
    }

    package mutating func text(longest: Int = 12) -> String {
        String(decoding: bytes(longest: longest), as: UTF8.self)
    }

    private mutating func piece() -> [UInt8] {
        if Int.random(in: 0..<8, using: &generator) == 0 { return [UInt8.random(in: 0...255, using: &generator)] }
        return pieces.randomElement(using: &generator) ?? []
    }
}
