/// A text on one line of limited length.
struct SingleLineText {
    private(set) var text = ""
    private(set) var isCut = false

    init(_ source: String, limit: Int) {
        var room = limit
        for character in source {
            let shown = Self.shown(character)
            room -= shown.utf8.count
            guard room >= 0 else {
                isCut = true
                return
            }
            text += shown
        }
    }

    /// `<20480 bytes of image/png>`
    static func description(of body: Data, _ media: MediaType?) -> String {
        "<\(body.count) bytes\(media.map { " of " + $0.essence } ?? "")>"
    }

    /// The character, or the escapes of its scalars where one of them is hidden.
    private static func shown(_ character: Character) -> String {
        for scalar in character.unicodeScalars where isHidden(scalar) { return escaped(character) }
        return String(character)
    }

    private static func escaped(_ character: Character) -> String {
        var text = ""
        for scalar in character.unicodeScalars { text += isHidden(scalar) ? escape(scalar) : String(scalar) }
        return text
    }

    /// What would end the line, colour the terminal, or change the order in which the rest is read.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: scalar != "\u{200D}" && !(scalar.value >= 0xE0020 && scalar.value <= 0xE007F)
        default: false
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        }
    }
}
