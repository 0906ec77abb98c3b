/// The words of a command line that have not been read yet: `--flag` and `--name value`, in any order.
struct Arguments {
    private var words: [String]

    init(_ words: some Sequence<String>) {
        self.words = Array(words)
    }

    /// Removes and returns the first word; nil when none is left.
    mutating func next() -> String? {
        words.isEmpty ? nil : words.removeFirst()
    }

    /// Removes a flag; true if it was there.
    mutating func flag(_ name: String) -> Bool {
        guard let index = words.firstIndex(of: name) else { return false }
        words.remove(at: index)
        return true
    }

    /// Removes an option and returns its value; nil when the option is absent.
    mutating func value(_ name: String) throws -> String? {
        guard let index = words.firstIndex(of: name) else { return nil }
        guard index + 1 < words.count else { throw UsageError("\(name) needs a value.") }
        defer { words.removeSubrange(index...index + 1) }
        return words[index + 1]
    }

    /// Removes an option whose value is a positive number, and returns the number.
    mutating func count(_ name: String) throws -> Int? {
        guard let text = try value(name) else { return nil }
        guard let count = Int(text), count > 0 else { throw UsageError("\(name) \(text) is not a positive number.") }
        return count
    }

    /// Throws ``UsageError`` when a word is left over.
    func finish() throws {
        if let word = words.first { throw UsageError("\"\(word)\" is not understood.") }
    }
}

/// A command line that the program does not understand.
struct UsageError: Error {
    let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }
}
