/// Divides a command line into the words that the shell would pass to curl.
///
/// It reads the quoting of a POSIX shell with `$'…'`, as browsers copy a request for bash, and that of Windows' cmd,
/// with carets. Nothing is executed: a variable or a substitution is an error.
struct CURLWords {
    /// The words, `curl` among them.
    private(set) var words: [String] = []

    private let text: [Character]
    private var position = 0
    private var word = ""
    private var isInWord = false

    /// - Throws: `ScaffoldError` with the place of an open quote or of something that only a shell could evaluate.
    init(_ line: String) throws {
        let isWindows = Self.isWindows(line)
        text = Array(isWindows ? Self.withoutCarets(line) : line)
        while position < text.count {
            try step(isWindows)
        }
        endWord()
    }

    /// Whether the line is written for cmd: carets stand before its quotes or before the ends of its lines, or it has
    /// no single quotes and a quote within quotes is written twice.
    static func isWindows(_ line: String) -> Bool {
        let hasCarets = ["^\"", "^\n", "^\r\n", "^%^"].contains { line.contains($0) }
        return hasCarets || !line.contains("'") && line.contains(#/[^\s"]""[^\s"]/#)
    }

    /// The line after the first phase of cmd, in which a caret makes the next character literal.
    private static func withoutCarets(_ line: String) -> String {
        var result = ""
        var isEscaped = false
        for character in line {
            if character == "^", !isEscaped {
                isEscaped = true
            } else {
                // A caret before the end of a line joins the lines. Chrome writes two line ends for one within a value.
                if !(isEscaped && character.isNewline) { result.append(character) }
                isEscaped = false
            }
        }
        return result
    }

    private mutating func step(_ isWindows: Bool) throws {
        let character = text[position]
        switch character {
        case "\\" where isWindows: try windowsBackslash()
        case "\\": backslash()
        case "'" where !isWindows: try singleQuoted()
        case "\"": try doubleQuoted(isWindows)
        case "$" where !isWindows && next == "'": try escapedQuoted()
        case "$" where !isWindows && next == "\"": position += 1
        case "$" where !isWindows && isEvaluated(character), "`" where !isWindows:
            throw error("a shell would have to evaluate \(character)\(next.map(String.init) ?? "")")
        case "&" where isInWord && next.map { !$0.isWhitespace && $0 != "&" } == true: take()
        case "“", "”", "„", "‘", "’": throw error("\(character) is no quote of a shell, which are ' and \"")
        case "|", ";", "<", ">", "&": endCommand()
        case _ where character.isWhitespace:
            endWord()
            position += 1
        case "#" where !isInWord:
            while position < text.count, !text[position].isNewline { position += 1 }
        default: take()
        }
    }

    private var next: Character? { position + 1 < text.count ? text[position + 1] : nil }

    private mutating func take() {
        word.append(text[position])
        isInWord = true
        position += 1
    }

    private mutating func endWord() {
        if isInWord { words.append(word) }
        (word, isInWord) = ("", false)
    }

    /// The rest is another command, or a file for the output. A number before it belongs to it: `2>&1`.
    private mutating func endCommand() {
        if word.allSatisfy(\.isNumber) { isInWord = false }
        endWord()
        position = text.count
    }

    private mutating func backslash() {
        if let next, !next.isNewline {
            word.append(next)
            isInWord = true
        }
        position += 2
    }

    private func error(_ problem: String, at place: Int? = nil) -> ScaffoldError {
        ScaffoldError("The curl line cannot be read at character \((place ?? position) + 1): \(problem).")
    }
}

extension CURLWords {
    private mutating func singleQuoted() throws {
        let start = position
        position += 1
        isInWord = true
        while position < text.count, text[position] != "'" {
            word.append(text[position])
            position += 1
        }
        guard position < text.count else { throw error("the quote ' is not closed", at: start) }
        position += 1
    }

    private mutating func doubleQuoted(_ isWindows: Bool) throws {
        let start = position
        position += 1
        isInWord = true
        while position < text.count, text[position] != "\"" {
            let character = text[position]
            if character == "\\", isWindows {
                try windowsBackslash()
            } else if character == "\\", let next, "\"\\$`".contains(next) || next.isNewline {
                if !next.isNewline { word.append(next) }
                position += 2
            } else if !isWindows, isEvaluated(character) {
                throw error("a shell would have to evaluate \(character)\(next.map(String.init) ?? "")")
            } else {
                word.append(character)
                position += 1
            }
        }
        guard position < text.count else { throw error("the quote \" is not closed", at: start) }
        position += 1
        // A Windows program reads two quotes within quotes as one that is meant.
        if isWindows, position < text.count, text[position] == "\"" {
            word.append("\"")
            try doubleQuoted(isWindows)
        }
    }

    /// Whether a shell would put something else in the place of what begins here.
    private func isEvaluated(_ character: Character) -> Bool {
        guard character == "$", let next else { return character == "`" }
        return next.isLetter || next == "(" || next == "{"
    }

    /// In a Windows program's arguments, backslashes are special only before a quote.
    private mutating func windowsBackslash() throws {
        var end = position
        while end < text.count, text[end] == "\\" { end += 1 }
        let count = end - position
        let isBeforeQuote = end < text.count && text[end] == "\""
        word += String(repeating: "\\", count: isBeforeQuote ? count / 2 : count)
        isInWord = true
        position = end
        if isBeforeQuote, count % 2 == 1 {
            word.append("\"")
            position += 1
        }
    }

    /// `$'…'`, with the escapes of C.
    private mutating func escapedQuoted() throws {
        let start = position
        position += 2
        isInWord = true
        var bytes: [UInt8] = []
        while position < text.count, text[position] != "'" {
            if text[position] == "\\" {
                position += 1
                try escape(into: &bytes)
            } else {
                bytes.append(contentsOf: String(text[position]).utf8)
                position += 1
            }
        }
        guard position < text.count else { throw error("the quote $' is not closed", at: start) }
        position += 1
        word += String(decoding: bytes, as: UTF8.self)
    }

    private static let escapes: [Character: UInt8] = [
        "a": 7, "b": 8, "e": 27, "E": 27, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11, "\\": 92, "'": 39, "\"": 34,
        "?": 63,
    ]

    private mutating func escape(into bytes: inout [UInt8]) throws {
        guard position < text.count else { throw error("the line ends after a backslash") }
        let letter = text[position]
        position += 1
        switch letter {
        case "x": bytes.append(UInt8(truncatingIfNeeded: number(of: 2, radix: 16) ?? 0x78))
        case "u": append(number(of: 4, radix: 16), to: &bytes)
        case "U": append(number(of: 8, radix: 16), to: &bytes)
        case "0"..."7":
            position -= 1
            bytes.append(UInt8(truncatingIfNeeded: number(of: 3, radix: 8) ?? 0))
        default:
            if let byte = Self.escapes[letter] {
                bytes.append(byte)
            } else {
                bytes.append(contentsOf: "\\\(letter)".utf8)
            }
        }
    }

    /// A character by its number. Two halves of a surrogate pair are two escapes in JavaScript, which copies them.
    private mutating func append(_ number: UInt32?, to bytes: inout [UInt8]) {
        guard var number else { return }
        if 0xD800..<0xDC00 ~= number, position + 1 < text.count, text[position] == "\\", text[position + 1] == "u" {
            position += 2
            if let low = self.number(of: 4, radix: 16), 0xDC00..<0xE000 ~= low {
                number = 0x10000 + (number - 0xD800) << 10 + (low - 0xDC00)
            }
        }
        bytes.append(contentsOf: String(Character(Unicode.Scalar(number) ?? "\u{FFFD}")).utf8)
    }

    private mutating func number(of digits: Int, radix: Int) -> UInt32? {
        var found = ""
        while found.count < digits, position < text.count, text[position].isASCII,
            let value = text[position].hexDigitValue, value < radix
        {
            found.append(text[position])
            position += 1
        }
        return UInt32(found, radix: radix)
    }
}
