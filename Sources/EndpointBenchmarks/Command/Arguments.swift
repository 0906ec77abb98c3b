/// The words of a command line that nobody has taken yet: `--flag` and `--name value`, in any order.
struct Arguments {
    private var words: [String]

    init(_ words: some Sequence<String>) {
        self.words = Array(words)
    }

    /// Takes the first word.
    mutating func next() -> String? {
        words.isEmpty ? nil : words.removeFirst()
    }

    /// Takes a flag, and says whether it was there.
    mutating func flag(_ name: String) -> Bool {
        guard let index = words.firstIndex(of: name) else { return false }
        words.remove(at: index)
        return true
    }

    /// Takes an option with its value.
    mutating func value(_ name: String) throws -> String? {
        guard let index = words.firstIndex(of: name) else { return nil }
        guard index + 1 < words.count else { throw UsageError("\(name) needs a value.") }
        defer { words.removeSubrange(index...index + 1) }
        return words[index + 1]
    }

    /// Takes an option whose value is a positive number.
    mutating func count(_ name: String) throws -> Int? {
        guard let text = try value(name) else { return nil }
        guard let count = Int(text), count > 0 else { throw UsageError("\(name) \(text) is not a positive number.") }
        return count
    }

    /// Refuses what nobody has taken.
    func finish() throws {
        if let word = words.first { throw UsageError("\"\(word)\" is not understood.") }
    }
}

/// A command line that asks for something there is not.
struct UsageError: Error {
    let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }
}
