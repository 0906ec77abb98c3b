/// The words of which a name is made.
enum NameWords {
    /// The words of `created_at`, `createdAt`, `HTMLParser2`, `order-items`: divided at what is neither letter nor
    /// digit, at capitals, and around numbers of several digits.
    static func split(_ name: String) -> [String] {
        var words: [String] = []
        var word: [Character] = []
        let characters = Array(name)
        func end() {
            if !word.isEmpty { words.append(String(word)) }
            word = []
        }
        for (index, character) in characters.enumerated() {
            guard character.isLetter || character.isNumber else {
                end()
                continue
            }
            if let last = word.last, character.isUppercase {
                let nextIsLower = index + 1 < characters.count && characters[index + 1].isLowercase
                // A plural of an acronym is one word: `IDs`, `URLs`.
                let isPlural =
                    nextIsLower && characters[index + 1] == "s"
                    && (index + 2 == characters.count || !characters[index + 2].isLowercase)
                if !last.isUppercase || nextIsLower && !isPlural { end() }
            }
            word.append(character)
        }
        end()
        return words
    }

    /// The words of a name in lower case: `order item`.
    static func phrase(_ name: String, separator: String = " ") -> String {
        split(name).map { $0.lowercased() }.joined(separator: separator)
    }
}

/// The numbers of English nouns.
enum Noun {
    private static let irregular = [
        "people": "person", "children": "child", "men": "man", "women": "woman", "mice": "mouse", "geese": "goose",
        "feet": "foot", "teeth": "tooth", "indices": "index", "vertices": "vertex", "matrices": "matrix",
        "criteria": "criterion", "analyses": "analysis", "leaves": "leaf", "shelves": "shelf", "lives": "life",
        "movies": "movie", "cookies": "cookie", "selfies": "selfie", "heroes": "hero", "echoes": "echo", "axes": "axis",
        "caches": "cache", "quizzes": "quiz", "statuses": "status", "buses": "bus", "aliases": "alias",
        "zombies": "zombie", "calories": "calorie", "sheaves": "sheaf", "wolves": "wolf", "halves": "half",
    ]

    /// Words that end like a plural and are none, or have no plural.
    private static let uncountable: Set<String> = [
        "news", "series", "species", "alias", "canvas", "gps", "dns", "sms", "https", "tls", "aws", "ios", "its",
        "this", "has", "was", "yes", "always", "chaos", "atlas", "lens", "gas", "details", "settings", "preferences",
        "analytics", "metrics", "stats", "statistics", "credentials", "docs", "axis",
    ]

    /// The singular of the last word of a name: `orderItems` is `orderItem`. A name that is no plural is returned as it
    /// is.
    static func singular(_ name: String) -> String {
        guard let last = NameWords.split(name).last, name.hasSuffix(last) else { return name }
        let lower = last.lowercased()
        guard let one = one(of: lower) else { return name }
        let start = name.dropLast(last.count)
        let isUpper = last.count > 1 && last.dropLast().allSatisfy { $0.isUppercase }
        if isUpper { return String(start + last.prefix(one.count)) }
        return start + (last.first?.isUppercase == true ? one.prefix(1).uppercased() + one.dropFirst() : one)
    }

    private static func one(of word: String) -> String? {
        if let one = irregular[word] { return one }
        guard word.count > 2, word.hasSuffix("s"), !uncountable.contains(word), !word.hasSuffix("ss"),
            !word.hasSuffix("us"), !word.hasSuffix("sis")
        else { return nil }
        if word.hasSuffix("ies"), word.count > 4 { return word.dropLast(3) + "y" }
        for ending in ["sses", "shes", "ches", "xes", "zzes"] where word.hasSuffix(ending) {
            return String(word.dropLast(2))
        }
        return String(word.dropLast())
    }

    /// Whether a name is a plural.
    static func isPlural(_ name: String) -> Bool {
        let last = NameWords.split(name).last?.lowercased() ?? ""
        return one(of: last) != nil || plurals.contains(last)
    }

    /// Words without an own singular that name collections in the paths of APIs.
    private static let plurals: Set<String> = ["series", "species", "news", "media", "metrics", "stats", "statistics"]

    /// A plural, for the names of lists.
    static func plural(_ word: String) -> String {
        if word.hasSuffix("y"), let before = word.dropLast().last, !"aeiou".contains(before) {
            return word.dropLast() + "ies"
        }
        for ending in ["s", "x", "z", "ch", "sh"] where word.hasSuffix(ending) { return word + "es" }
        return word + "s"
    }
}
