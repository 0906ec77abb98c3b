/// WordList of a POSIX shell (XCU §2.2).
enum ShellWord {
    /// The word in single quotes, unless it means itself: nothing is special within them but their end.
    static func quoted(_ word: String) -> String {
        if !word.isEmpty, word.utf8.allSatisfy(isPlain) { return word }
        return "'" + word.replacingOccurrences(of: "'", with: #"'\''"#) + "'"
    }

    /// Bytes as an argument of `printf`: octal, so that any of them can stand in a shell.
    static func format(_ data: Data) -> String {
        var text: [UInt8] = []
        for byte in data { text += [.backslash, 0x30 + byte >> 6, 0x30 + byte >> 3 & 7, 0x30 + byte & 7] }
        return "'" + String(decoding: text, as: UTF8.self) + "'"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || "-_./:@,+".utf8.contains(byte)
    }
}
