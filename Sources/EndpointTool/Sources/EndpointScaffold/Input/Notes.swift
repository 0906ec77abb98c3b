// The words of notes: what a scaffold says about its input, and what the tool prints.

extension Int {
    /// This number with its noun, for the notes of a scaffold and the output of the tool: `1 call`, `2 calls`.
    package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension String {
    /// A sentence after a colon: its first letter is lower case.
    var continuingSentence: String { prefix(1).lowercased() + dropFirst() }
}
