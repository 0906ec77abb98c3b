/// The path of an endpoint: literal segments and the places of parameters.
struct PathTemplate: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        /// A segment as it is written in a URL.
        case literal(String)
        /// A parameter by its index.
        case parameter(Int)
    }

    /// One entry for each segment.
    let parts: [Part]

    /// `books/{}/cover`
    var text: String {
        parts.map { if case .literal(let text) = $0 { text } else { "{}" } }.joined(separator: "/")
    }

    var parameterCount: Int {
        parts.count { if case .parameter = $0 { true } else { false } }
    }

    /// The literal segments that are not empty, in order.
    var literals: [String] {
        parts.compactMap { if case .literal(let text) = $0, !text.isEmpty { text } else { nil } }
    }

    /// Whether the path ends with a parameter.
    var endsWithParameter: Bool {
        let last = parts.last { $0 != .literal("") }
        if case .parameter = last { return true }
        return false
    }

    /// The last literal segment before a parameter; nil if there is none.
    func literal(beforeParameter index: Int) -> String? {
        guard let place = parts.firstIndex(of: .parameter(index)) else { return nil }
        return parts[..<place].reversed().lazy.compactMap { part -> String? in
            if case .literal(let text) = part { text } else { nil }
        }.first
    }

    /// The values of the parameters in the segments of a URL, still encoded.
    func values(in segments: [String]) -> [String] {
        zip(parts, segments).compactMap { if case .parameter = $0 { $1 } else { nil } }
    }
}
