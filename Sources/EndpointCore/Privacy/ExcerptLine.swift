/// A text on one line of limited length.
struct ExcerptLine {
    private(set) var text = ""
    private(set) var isCut = false

    init(_ source: String, limit: Int) {
        var room = limit
        for character in source {
            let shown =
                character.unicodeScalars.contains(where: Self.isHidden) ? Self.escaped(character) : String(character)
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
        "<\(body.count) bytes\(media.map { " of \($0.essence)" } ?? "")>"
    }

    /// What would end the line, colour the terminal, or change the order in which the rest is read.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: scalar != "\u{200D}" && !(0xE0020...0xE007F).contains(scalar.value)
        default: false
        }
    }

    private static func escaped(_ character: Character) -> String {
        character.unicodeScalars.map { scalar in
            switch scalar {
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            case _ where isHidden(scalar): "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: String(scalar)
            }
        }.joined()
    }
}
