/// A path or an authority with variables in braces: `/books/{id}`, `{region}.example.com`.
struct PathTemplate: Hashable, Sendable {
    private enum Piece: Hashable {
        case text(String)
        case variable(String)
    }

    private let segments: [[Piece]]

    /// Reads a template. Its first slash does not count.
    init(_ text: String) {
        let path = text.hasPrefix("/") ? text.dropFirst() : text[...]
        segments = path.split(separator: "/", omittingEmptySubsequences: false).map { Self.pieces($0) }
    }

    private static func pieces(_ segment: Substring) -> [Piece] {
        var pieces: [Piece] = []
        var rest = segment
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if open > rest.startIndex { pieces.append(.text(PercentEncoding.lenientlyDecoded(rest[..<open]))) }
            pieces.append(.variable(String(rest[rest.index(after: open)..<close])))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.text(PercentEncoding.lenientlyDecoded(rest))) }
        return pieces
    }

    /// How many segments have no variable: of two templates that match a path, the one with more of them is meant.
    var literalCount: Int {
        segments.count { $0.allSatisfy { if case .text = $0 { true } else { false } } }
    }

    /// How many segments the template has.
    var count: Int { segments.count }

    /// The values of the variables, still percent-encoded; nil if the segments do not match. A variable is never empty.
    func values(in path: some Collection<Substring>) -> [String: Substring]? {
        guard path.count == segments.count else { return nil }
        var values: [String: Substring] = [:]
        for (segment, pieces) in zip(path, segments) {
            guard Self.match(pieces[...], segment, &values) else { return nil }
        }
        return values
    }

    /// The segments after this template; nil if the path does not begin with it.
    func rest(of path: ArraySlice<Substring>) -> ArraySlice<Substring>? {
        values(in: path.prefix(count)) == nil ? nil : path.dropFirst(count)
    }

    private static func match(
        _ pieces: ArraySlice<Piece>, _ text: Substring, _ values: inout [String: Substring]
    ) -> Bool {
        guard let piece = pieces.first else { return text.isEmpty }
        let rest = pieces.dropFirst()
        switch piece {
        case .text(let literal):
            if rest.isEmpty { return PercentEncoding.lenientlyDecoded(text) == literal }
            guard text.hasPrefix(literal) else { return false }
            return match(rest, text.dropFirst(literal.count), &values)
        case .variable(let name):
            if rest.isEmpty {
                values[name] = text
                return !text.isEmpty
            }
            for end in text.indices.dropFirst().reversed() where match(rest, text[end...], &values) {
                values[name] = text[..<end]
                return true
            }
            return false
        }
    }
}
