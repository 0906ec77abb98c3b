/// What the shape of a value says: whether what stands under the name of a secret is none, and whether a value looks like a secret
/// without a name.
enum SecretShape {
    private static let longestLabel = 240
    private static let longestWord = 32

    /// Whether the value is no secret under a name of that kind.
    ///
    /// - Parameter isText: Whether people read the value: it stands in JSON, markup or text, and not in a URL, a form or a header.
    static func isHarmless(_ value: ArraySlice<UInt8>, under kind: SecretKind, isText: Bool) -> Bool {
        guard value.count <= longestLabel else { return kind == .general && isText && isSentence(value) }
        switch kind {
        case .certain: return false
        case .password: return isText && isLabel(value)
        case .passwordText: return isText && (isLabel(value) || isSentence(value))
        case .token: return isText && (isLabel(value) || isSentence(value))
        case .general: return isSymbol(value) || isText && (isLabel(value) || isSentence(value))
        case .code: return Words(value).areOfLettersAlone || isText && (isLabel(value) || isSentence(value))
        case .ambiguous: return Words(value).arePlain
        }
    }

    /// Whether a number is no secret under a name of that kind: the number of a token, of a song's key.
    static func isHarmless(number: ArraySlice<UInt8>, under kind: SecretKind) -> Bool {
        (kind == .general || kind == .ambiguous) && number.count < 6
    }

    /// Whether the value is made of words and numbers that people choose, so that it may stand anywhere by chance: `Europe/Berlin`,
    /// `created_at`, `1234567`, `2024-05-01`.
    static func isPlain(_ value: ArraySlice<UInt8>) -> Bool { Words(value).arePlain }

    /// Whether the value looks like the random text that a program has made: letters and digits in one run of twelve or more. The
    /// address of a contract (`0x…`), a UUID and a date do not.
    static func isRandom(_ value: ArraySlice<UInt8>) -> Bool {
        var (run, letters, digits) = (0, 0, 0)
        for byte in value {
            if byte.isAlphanumeric || byte == 0x5F || byte == UInt8(ascii: "+") {
                run += 1
                if byte.isDigit { digits += 1 } else { letters += 1 }
                if run >= 12, letters > 1, digits > 1, !isAddress(value), !isUUID(value) { return true }
            } else if byte == 0x20 || byte == .slash || byte == .colon {
                return false
            } else {
                (run, letters, digits) = (0, 0, 0)
            }
        }
        return false
    }

    private static func isAddress(_ value: ArraySlice<UInt8>) -> Bool {
        value.count > 2 && value.first == UInt8(ascii: "0") && value[value.startIndex + 1] | 0x20 == UInt8(ascii: "x")
    }

    private static func isUUID(_ value: ArraySlice<UInt8>) -> Bool {
        value.count == 36 && value.allSatisfy { $0.hexValue != nil || $0 == 0x2D }
    }

    /// `USDC`: the symbol of a token.
    private static func isSymbol(_ value: ArraySlice<UInt8>) -> Bool {
        (2...9).contains(value.count) && value.allSatisfy { $0 >= 0x41 && $0 <= 0x5A }
    }
}

extension SecretShape {
    private static let labels: WordList = """
        password passwort kennwort contraseña clave passe senha wachtwoord hasło lösenord adgangskode passord salasana parola heslo
        jelszó şifre пароль Пароль パスワード 密码 密碼 비밀번호 סיסמה รหัสผ่าน khẩu token secret geheimnis passcode
        """
    private static let labelBytes = ByteSet.letters.union(" .,:;!?'\"()*-/\u{26}<>")

    /// Whether the value is the label of a field or a sentence about it: `Passwort`, `The password must be at least 8 characters.`
    ///
    /// It holds a word for a secret in some language, and letters, blanks, punctuation and numbers apart from words.
    static func isLabel(_ value: ArraySlice<UInt8>) -> Bool {
        var previous = UInt8(0x20)
        for byte in value {
            if byte.isDigit {
                guard previous == 0x20 || previous.isDigit else { return false }
            } else {
                guard byte >= 0x80 || labelBytes.contains(byte), !previous.isDigit || !byte.isLetter else {
                    return false
                }
            }
            previous = byte
        }
        return labels.areMentioned(in: value.map(\.lowercased))
    }

    /// Whether the value is several words with blanks between them, which no token has.
    static func isSentence(_ value: ArraySlice<UInt8>) -> Bool {
        guard value.first != 0x20, value.last != 0x20 else { return false }
        var words = 0
        for word in value.split(separator: 0x20) {
            guard word.count <= longestWord, Words(word).arePlain else { return false }
            words += 1
        }
        return words >= 2
    }

    /// A value in pieces of one kind: `created_at`, `ED-1234`, `D minor`.
    private struct Words {
        private(set) var arePlain: Bool
        private(set) var areOfLettersAlone: Bool

        private static let separators: ByteSet = " _-./:,;!?'\"()"

        init(_ value: ArraySlice<UInt8>) {
            arePlain = value.contains { !Self.separators.contains($0) }
            areOfLettersAlone = arePlain
            for word in value.split(whereSeparator: Self.separators.contains) {
                let digits = word.count(where: \.isDigit)
                if digits > 0 || !Self.isCapitalised(word) { areOfLettersAlone = false }
                let isNumber = digits == word.count && digits <= 12
                if !isNumber, digits > 0 || !Self.isWord(word) { arePlain = false }
            }
            if !arePlain { areOfLettersAlone = false }
        }

        /// Whether all letters but the first are of one case, as in a word that stands alone.
        private static func isCapitalised(_ word: ArraySlice<UInt8>) -> Bool {
            word.dropFirst().allSatisfy { $0 == $0.lowercased }
                || word.allSatisfy { $0.isLetter && $0 != $0.lowercased }
        }

        /// Whether these bytes, no digits, are one word, perhaps in camel case: few capitals within.
        private static func isWord(_ word: ArraySlice<UInt8>) -> Bool {
            var (previous, humps) = (UInt8(0), 0)
            for byte in word {
                guard byte >= 0x80 || byte.isLetter else { return false }
                if byte.isLetter, byte != byte.lowercased, previous >= 0x61 { humps += 1 }
                previous = byte
            }
            return word.count <= longestWord && humps * 5 <= word.count
        }
    }
}
