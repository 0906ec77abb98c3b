extension Int {
    /// This number with its noun, for the notes of a scaffold and the output of the tool: `1 call`, `2 calls`.
    package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
