/// Words of a POSIX shell (XCU §2.2).
enum ShellWord {
    /// The word in single quotes, unless it means itself: nothing is special within them but their end.
    static func quoted(_ word: String) -> String {
        if !word.isEmpty, word.utf8.allSatisfy(isPlain) { return word }
        return "'" + word.replacingOccurrences(of: "'", with: #"'\''"#) + "'"
    }

    /// Bytes as an argument of `printf`: octal, so that any of them can stand in a shell.
    static func format(_ data: Data) -> String {
        let bytes = data.map { byte in
            let octal = String(byte, radix: 8)
            return "\\" + String(repeating: "0", count: 3 - octal.count) + octal
        }
        return "'" + bytes.joined() + "'"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || "-_./:@,+".utf8.contains(byte)
    }
}
