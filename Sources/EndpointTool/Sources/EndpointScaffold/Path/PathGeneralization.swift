/// Finds which segments of recorded paths are the values of parameters.
///
/// The paths form a tree. At each node a segment is a parameter if it looks like an identifier, or if it is a word that
/// stands where the neighbours show that any word may stand: below a collection, as `ann` in `users/ann`, or in the
/// place of several other words with the same continuation. A word of the kind that APIs have in their paths stays,
/// unless it is such a value below the same collection in another path.
enum PathGeneralization {
    /// The templates of the paths, in their order.
    static func templates(of paths: [[String]]) -> [PathTemplate] {
        var kinds = areParameters(paths, values: [])
        var values = values(of: paths, kinds)
        while !values.isEmpty {
            let found = areParameters(paths, values: values)
            if found == kinds { break }
            kinds = found
            values.formUnion(self.values(of: paths, kinds))
        }
        return zip(paths, kinds).map { segments, isParameter in
            var count = 0
            return PathTemplate(
                parts: zip(segments, isParameter).map { segment, isParameter in
                    guard isParameter else { return .literal(segment) }
                    defer { count += 1 }
                    return .parameter(count)
                })
        }
    }

    /// A word below a literal segment: `default` below `namespaces`.
    private struct Value: Hashable {
        let collection: String
        let word: String
    }

    /// Which segments are parameters, if these words are values below their collections wherever they stand.
    private static func areParameters(_ paths: [[String]], values: Set<Value>) -> [[Bool]] {
        var kinds = paths.map { [Bool](repeating: false, count: $0.count) }
        let node = Node(
            paths: paths, values: values, members: Array(paths.indices), depth: 0, context: .start)
        node.visit { kinds[$0][$1] = true }
        return kinds
    }

    /// The words among the parameters that stand below a literal segment.
    private static func values(of paths: [[String]], _ kinds: [[Bool]]) -> Set<Value> {
        var values: Set<Value> = []
        for (segments, isParameter) in zip(paths, kinds) {
            for place in segments.indices.dropFirst() where isParameter[place] && !isParameter[place - 1] {
                let word = segments[place]
                if !SegmentForm(word).isIdentifier {
                    values.insert(Value(collection: segments[place - 1].lowercased(), word: word))
                }
            }
        }
        return values
    }

    /// What stands before a segment.
    private enum Context: Hashable {
        case start
        case literal(String)
        /// A parameter, and whether its values are words.
        case parameter(isWord: Bool)
    }

    private struct Node {
        let paths: [[String]]
        let values: Set<Value>
        let members: [Int]
        let depth: Int
        let context: Context

        /// Reports each place of a parameter: the index of the path, and that of the segment.
        func visit(_ report: (Int, Int) -> Void) {
            let here = members.filter { paths[$0].count > depth }
            guard !here.isEmpty else { return }
            let groups = Dictionary(grouping: here) { paths[$0][depth] }
            let names = groups.keys.sorted()
            let parameters = parameters(among: names, groups)
            let isWord = parameters.contains { SegmentForm($0) == .word }
            let matching = here.filter { parameters.contains(paths[$0][depth]) }
            for path in matching { report(path, depth) }
            descend(matching, .parameter(isWord: isWord), report)
            for name in names where !parameters.contains(name) {
                descend(groups[name] ?? [], .literal(name), report)
            }
        }

        private func descend(_ members: [Int], _ context: Context, _ report: (Int, Int) -> Void) {
            let node = Node(paths: paths, values: values, members: members, depth: depth + 1, context: context)
            node.visit(report)
        }

        /// Those of the segments at this place that are values of a parameter.
        private func parameters(among names: [String], _ groups: [String: [Int]]) -> Set<String> {
            var found: Set<String> = []
            let words = names.filter { SegmentForm($0) == .word }
            let isBeside = names.contains { SegmentForm($0).isIdentifier && !isVersion($0, names) }
            lazy var areAlike = words.count > 1 && haveSameContinuation(words, groups)
            for name in names {
                switch SegmentForm(name) {
                case .number, .identifier: if !isVersion(name, names) && !isFirstWord(name) { found.insert(name) }
                case .word: if isValue(name) || acceptsWord(name, isBeside, areAlike) { found.insert(name) }
                case .known: if isValue(name) || isSecondHalf(name) { found.insert(name) }
                }
            }
            return found.union(continued(like: found, among: names, groups))
        }

        /// Capitals at the start are a name, not a code: `EPIC/api`.
        private func isFirstWord(_ name: String) -> Bool { context == .start && name.allSatisfy(\.isLetter) }

        /// Whether the word is a value below the same collection in another path.
        private func isValue(_ name: String) -> Bool {
            guard case .literal(let collection) = context, !PathWords.isSpecial(name) else { return false }
            return values.contains(Value(collection: collection.lowercased(), word: name))
        }

        /// Whether a known word is the second half of a name: `repos/apple/documentation`.
        private func isSecondHalf(_ name: String) -> Bool {
            guard case .parameter(let isWord) = context, isWord, depth >= 2, !Noun.isPlural(name),
                !PathWords.isSpecial(name)
            else {
                return false
            }
            return members.allSatisfy { PathParameters.hasOwner(paths[$0][depth - 2]) }
        }

        /// Known words after which the path goes on as after a parameter: `namespaces/default/pods` beside
        /// `namespaces/{}/pods`.
        private func continued(like found: Set<String>, among names: [String], _ groups: [String: [Int]]) -> Set<String>
        {
            let forms = continuations(of: found.sorted(), groups).filter { !$0.isEmpty }
            guard !forms.isEmpty else { return [] }
            return Set(
                names.filter { name in
                    SegmentForm(name) == .known && !found.contains(name) && !PathWords.isSpecial(name)
                        && !forms.isDisjoint(with: continuations(of: [name], groups))
                })
        }

        /// The forms of the paths after these segments.
        private func continuations(of names: [String], _ groups: [String: [Int]]) -> Set<String> {
            Set(
                names.flatMap { groups[$0] ?? [] }.map { path in
                    paths[path][(depth + 1)...].map { SegmentForm($0) == .known ? $0 : "{}" }.joined(separator: "/")
                })
        }

        /// A small number or a code at the start that all paths share is the version of the API: `/3/movie/550`.
        private func isVersion(_ name: String, _ names: [String]) -> Bool {
            let isAtStart = depth == 0 || isAfterAPI
            let isShort =
                name.count <= 5 && name.first?.isNumber == true && name.allSatisfy { $0.isNumber || $0 == "." }
            let isMonth = name.count <= 10 && name.hasPrefix("20") && name.contains("-")
            let isLast = members.contains { paths[$0].count == depth + 1 }
            return isAtStart && names.count == 1 && !isLast && (isShort && name.count <= 4 || isMonth)
        }

        private var isAfterAPI: Bool {
            if case .literal(let name) = context {
                return ["api", "rest", "services", "data"].contains(name.lowercased())
            }
            return false
        }

        private func acceptsWord(_ word: String, _ isBeside: Bool, _ areAlike: @autoclosure () -> Bool) -> Bool {
            switch context {
            case .start: return false
            case .parameter(let isWord):
                // `repos/octocat/hello-world`, but `books/1/cover`: a number is seldom the first half of a name.
                return isWord && !Noun.isPlural(word)
            case .literal(let parent):
                if PathWords.isVersion(parent.lowercased()) || isAfterAPI { return false }
                if isBeside || Noun.isPlural(parent) || PathWords.namesValue(parent) { return true }
                if word.first?.isUppercase == true, parent == parent.lowercased() { return true }
                return areAlike()
            }
        }

        /// Whether what follows is of the same form after each of the words.
        private func haveSameContinuation(_ words: [String], _ groups: [String: [Int]]) -> Bool {
            let forms = words.map { continuations(of: [$0], groups) }
            return forms.dropFirst().allSatisfy { !$0.isDisjoint(with: forms[0]) }
        }
    }
}
