/// Exchanges of a cassette that nobody asked for.
public struct UnusedInteractions: Error, Hashable, Sendable {
    /// Their places in the cassette, from 0.
    public let indices: [Int]

    private let lines: [String]

    /// The exchanges that were never played; nil if all were.
    public init?(of cassette: Cassette, at playhead: PlaybackState) {
        indices = cassette.unused(at: playhead)
        lines = indices.map { "#\($0 + 1) \(cassette.interactions[$0])" }
        if indices.isEmpty { return nil }
    }
}

extension UnusedInteractions: CustomStringConvertible, LocalizedError {
    /// `1 interaction was never requested.   #4 DELETE https://api.example.com/v1/sessions/current → 204`
    public var description: String {
        let opening = indices.count == 1 ? "1 interaction was" : "\(indices.count) interactions were"
        let separator = indices.count == 1 ? "   " : "\n  "
        return "\(opening) never requested.\(separator)\(lines.joined(separator: "\n  "))"
    }

    public var errorDescription: String? { description }
}
