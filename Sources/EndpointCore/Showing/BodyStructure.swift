/// What is shown of a body instead of its values.
struct BodyStructure {
    private let body: Data
    private let media: MediaType?
    private let redaction: Redaction
    /// Whether a server addresses developers in it.
    private let speaks: Bool
    private let prefix: BodyPrefix?

    /// How much of the body's beginning is read.
    private static let size = 1 << 20
    /// The same, for markup and forms.
    private static let shortSize = 1 << 16
    private static let linePlaces: ByteSet = "\r\n"

    init(_ body: Data, _ media: MediaType?, _ redaction: Redaction, speaks: Bool) {
        (self.body, self.media, self.redaction, self.speaks) = (body, media, redaction, speaks)
        prefix = body.isEmpty ? nil : BodyPrefix(body, media: media, size: Self.size)
    }

    /// The structure, for people to read; nil if there is none.
    var text: String? {
        guard let prefix else { return nil }
        if let json = json(.types), !json.isBroken || media?.isJSON == true || !speaks { return json.text }
        if isForm { return form(value: "…") }
        if MarkupStructure.looksLikeHTML(prefix.bytes) || media?.essence == "text/html" {
            return described(MarkupStructure(beginning, redaction).titleAndWords())
        }
        guard speaks else { return nil }
        if media?.subtype == "xml" || media?.subtype.hasSuffix("+xml") == true {
            return described(MarkupStructure(beginning, redaction).spokenElements())
        }
        return media.map { $0.essence == "text/plain" || $0.isJSON } ?? true ? firstLine(prefix.bytes) : nil
    }

    /// A body of the same structure with placeholders for its values.
    var placeholders: Data {
        if let json = json(.placeholders), !json.isBroken { return Data(json.text.utf8) }
        if let form = isForm ? form(value: "{{value}}") : nil { return Data(form.utf8) }
        if speaks, prefix != nil, let text, !text.hasPrefix("<") { return Data(text.utf8) }
        return Data("{{\(SingleLineText.description(of: body, media).dropFirst().dropLast())}}".utf8)
    }

    private func json(_ style: JSONStructure.Style) -> (text: String, isBroken: Bool)? {
        guard let prefix, media == nil || media?.isText == true,
            let first = prefix.bytes.first(where: { !$0.isSpace && $0 < 0x80 }), first == 0x7B || first == 0x5B
        else { return nil }
        var structure = JSONStructure(redaction, style, speaks: speaks)
        let text = structure.text(of: Data(prefix.bytes))
        return (text, structure.isBroken)
    }

    private var beginning: [UInt8] { Array(prefix?.bytes.prefix(Self.shortSize) ?? []) }

    private var isForm: Bool { media?.subtype == "x-www-form-urlencoded" }

    private func form(value: String) -> String? {
        guard prefix != nil else { return nil }
        let form = ShownForm(redaction: redaction, value: value, speaks: speaks)
        return form.text(of: String(decoding: beginning, as: UTF8.self))
    }

    /// `<559 bytes of text/html: "Not Found">`
    private func described(_ text: String) -> String? {
        text.isEmpty ? nil : "\(SingleLineText.description(of: body, media).dropLast()): \(text)>"
    }

    /// The first line, as Go's `http.Error` and many proxies send it.
    private func firstLine(_ bytes: [UInt8]) -> String? {
        let start = bytes.end(of: .space, from: 0, to: bytes.count)
        let end = bytes.next(Self.linePlaces, from: start, to: bytes.count)
        let line = redaction.line(String(decoding: bytes[start..<end], as: UTF8.self), limit: 300)
        if line.isEmpty { return nil }
        let isWhole = bytes.end(of: .space, from: end, to: bytes.count) == bytes.count && prefix?.isWhole == true
        return isWhole ? line : "\(line)… (\(body.count.counted("byte")))"
    }
}

extension Redaction {
    /// A body for a command or a test: of the same structure, with placeholders for its values unless they may be
    /// shown.
    package func shownBody(_ body: Data, contentType: String?, isFailure: Bool = false) -> Data {
        let media = contentType.flatMap { MediaType($0) }
        if hidesBodies { return Data(SingleLineText.description(of: body, media).utf8) }
        if showsValues { return self.body(body, contentType: contentType) }
        return body.isEmpty ? body : BodyStructure(body, media, self, speaks: isFailure).placeholders
    }
}
