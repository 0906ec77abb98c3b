extension Redaction {
    /// The beginning of a body on one line for a person, without its secrets: `{"id":1,"na… (20480 bytes)`.
    ///
    /// At most `limit` bytes of it in UTF-8, cut between characters; control characters are escaped. What is no text is
    /// described: `<20480 bytes of image/png>`. Only a beginning of the body is looked at, so that its size does not matter; it is
    /// redacted before it is cut, and a secret that the end of that beginning cuts is left out.
    public func excerpt(of body: Data, contentType: String?, limit: Int = 512) -> String {
        excerpt(of: body, contentType.flatMap { MediaType($0) }, limit: limit)
    }

    private func excerpt(of body: Data, _ media: MediaType?, limit: Int) -> String {
        let limit = min(max(limit, 0), 1 << 20)
        guard let window = BodyPrefix(body, media: media, size: limit * 4 + BodyPrefix.margin) else {
            return SingleLineText.description(of: body, media)
        }
        let bytes = self.body(safe(window), window.media)
        let line = SingleLineText(String(decoding: bytes, as: UTF8.self), limit: limit)
        if !line.isCut, window.isWhole { return line.text }
        return line.text.isEmpty ? SingleLineText.description(of: body, media) : "\(line.text)… (\(body.count) bytes)"
    }

    /// A text on one line, without its secrets: redacted as by ``text(_:)``, control characters escaped, cut behind at most
    /// `limit` bytes of UTF-8.
    public func line(_ text: String, limit: Int = 512) -> String {
        excerpt(of: Data(text.utf8), Self.plainText, limit: limit)
    }

    private static let plainText = MediaType("text/plain; charset=utf-8")

    /// The window, without what the cut at its end may have made unrecognisable.
    private func safe(_ window: BodyPrefix) -> [UInt8] {
        guard !window.isWhole else { return window.bytes }
        return window.withoutLastWord(dropping: values.lengthOfUnfinished(window.bytes))
    }
}
