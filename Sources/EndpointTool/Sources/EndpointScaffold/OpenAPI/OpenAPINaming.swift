@_spi(EndpointTool) import EndpointTesting

/// The names of the endpoints of operations.
enum OpenAPINaming {
    private static let readingVerbs: Set<String> = [
        "get", "show", "retrieve", "fetch", "read", "find", "describe", "list",
    ]

    /// The names of an operation without the ending `Endpoint`, the best first: `listPets` is `PetList`, `getPetById`
    /// is `Pet`.
    static func names(of operation: OpenAPIDocument.Operation, isList: Bool) -> [String] {
        let path =
            OpenAPIPath.names(in: operation.path).isEmpty
            ? operation.path : operation.path.replacingOccurrences(of: "{", with: "by-")
        let fallback = SwiftName.upper(operation.method.lowercased() + "-" + path)
        guard let id = operation.id, !NameWords.split(id).isEmpty else {
            let template = OpenAPIPath.template(of: operation.path)
            let naming = EndpointNaming(
                method: operation.method, path: template, isList: isList, isStream: false, isUpload: false,
                hasPatch: false)
            return naming.candidates + [fallback]
        }
        var words = NameWords.split(id)
        let plain = trimmed(SwiftName.upper(words.joined(separator: "-")))
        let verb = words[0].lowercased()
        guard operation.method == "GET", readingVerbs.contains(verb), words.count > 1 else {
            return [plain, plain + SwiftName.upper(operation.method.lowercased()), fallback]
        }
        words.removeFirst()
        if let by = words.lastIndex(where: { $0.lowercased() == "by" }), by > 0 { words = Array(words[..<by]) }
        if ["a", "an", "the", "all"].contains(words[0].lowercased()), words.count > 1 { words.removeFirst() }
        let noun = SwiftName.upper(words.joined(separator: "-"))
        let isListName = verb == "list" || isList && Noun.isPlural(words.last ?? "")
        return [
            trimmed(isListName ? Noun.singular(noun) + "List" : noun), plain,
            plain + SwiftName.upper(operation.method.lowercased()), fallback,
        ]
    }

    /// Without an own ending `Endpoint`.
    private static func trimmed(_ name: String) -> String {
        name.hasSuffix("Endpoint") && name.count > 8 ? String(name.dropLast(8)) : name
    }

    /// The folder of an endpoint: its first tag, or the first word of its path.
    static func folder(of operation: OpenAPIDocument.Operation) -> String {
        let path = operation.path.split(separator: "/").first { !$0.contains("{") }.map(String.init) ?? "Root"
        return SwiftName.upper(Noun.singular(operation.tags.first ?? path))
    }
}

/// The path of an operation, with its parameters in braces.
enum OpenAPIPath {
    /// A part of a segment.
    enum Piece {
        /// As a URL has it.
        case literal(String)
        /// A parameter by its name.
        case parameter(String)
    }

    /// The names in braces, in order.
    static func names(in path: String) -> [String] {
        pieces(of: path).flatMap { $0.compactMap { if case .parameter(let name) = $0 { name } else { nil } } }
    }

    /// The segments, each in pieces.
    static func pieces(of path: String) -> [[Piece]] {
        path.drop { $0 == "/" }.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            var pieces: [Piece] = []
            var rest = segment[...]
            while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
                if open > rest.startIndex { pieces.append(.literal(encoded(rest[..<open]))) }
                pieces.append(.parameter(String(rest[rest.index(after: open)..<close])))
                rest = rest[rest.index(after: close)...]
            }
            if !rest.isEmpty || pieces.isEmpty { pieces.append(.literal(encoded(rest))) }
            return pieces
        }
    }

    /// A literal part, with what a URL cannot have percent-encoded.
    static func encoded(_ text: Substring) -> String {
        let allowed = CharacterSet.urlPathAllowed.union(CharacterSet(charactersIn: "%"))
        return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? String(text)
    }

    static func template(of path: String) -> PathTemplate {
        var count = 0
        return PathTemplate(
            parts: pieces(of: path).map { pieces in
                if pieces.count == 1, case .literal(let text) = pieces[0] { return .literal(text) }
                defer { count += 1 }
                return .parameter(count)
            })
    }
}
