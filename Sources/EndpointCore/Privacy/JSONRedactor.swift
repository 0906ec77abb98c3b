/// Replaces the secrets of JSON in its bytes, flat and without a tree: nothing else changes, and no depth, no missing end and no
/// broken syntax is too much for it.
struct JSONRedactor {
    let redaction: Redaction

    func redact(_ bytes: [UInt8]) -> [UInt8] {
        var rewriter = Rewriter(bytes)
        let besideOAuth = Self.mentionsOAuth(bytes)
        var isJSON = true
        var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while position < bytes.count {
            if bytes[position] == .quote {
                position = string(at: position, &rewriter, besideOAuth)
            } else if bytes[position].isSpace || "{}[],:".utf8.contains(bytes[position]) {
                position += 1
            } else {
                let end = JSONSkipper.end(ofBare: position, in: bytes)
                isJSON = isJSON && Self.isBareValue(bytes[position..<end])
                bare(position..<end, &rewriter)
                position = end
            }
        }
        return isJSON ? rewriter.result : redaction.text(rewriter.result)
    }

    /// Redacts the string that begins here, or what stands under it if it is a secret key. Returns where to go on.
    private func string(at start: Int, _ rewriter: inout Rewriter, _ besideOAuth: Bool) -> Int {
        let bytes = rewriter.bytes
        let (content, end) = JSONSkipper.string(at: start, in: bytes)
        let colon = JSONSkipper.end(ofSpace: end, in: bytes)
        guard colon < bytes.count, bytes[colon] == .colon else {
            redactText(content, &rewriter)
            return end
        }
        let isPlain = !bytes[content].contains(.backslash)
        let key = isPlain ? bytes[content] : Array(JSONString.unescaped(bytes[content]).utf8)[...]
        guard redaction.names.containsKey(key, besideOAuth: besideOAuth) else {
            redactText(content, &rewriter)
            return colon + 1
        }
        return secret(
            from: JSONSkipper.end(ofSpace: colon + 1, in: bytes), named: SecretNames.normalised(key), &rewriter)
    }

    /// Redacts the value under a secret key. Where a key stands in its place, the value of that one is as secret.
    private func secret(from start: Int, named name: String, _ rewriter: inout Rewriter) -> Int {
        let bytes = rewriter.bytes
        var start = start
        while start < bytes.count, bytes[start] == .quote {
            let (content, end) = JSONSkipper.string(at: start, in: bytes)
            rewriter.redact(content, named: name)
            let colon = JSONSkipper.end(ofSpace: end, in: bytes)
            guard colon < bytes.count, bytes[colon] == .colon else { return end }
            start = JSONSkipper.end(ofSpace: colon + 1, in: bytes)
        }
        guard start < bytes.count else { return bytes.count }
        switch bytes[start] {
        case 0x7B, 0x5B:
            let end = JSONSkipper.end(ofNested: start, in: bytes)
            replaceWhole(start..<end, named: name, &rewriter)
            return end
        default:
            let end = JSONSkipper.end(ofBare: start, in: bytes)
            if !Self.isLiteral(bytes[start..<end]) { replaceWhole(start..<end, named: name, &rewriter) }
            return end
        }
    }

    /// Strings that are no secret by their key may hold one by their content.
    private func redactText(_ content: Range<Int>, _ rewriter: inout Rewriter) {
        let raw = rewriter.bytes[content]
        guard mayHoldSecret(raw) else { return }
        let isEscaped = raw.contains(.backslash)
        let text = isEscaped ? Array(JSONString.unescaped(raw).utf8) : Array(raw)
        let redacted = redaction.text(text)
        if redacted != text { rewriter.replace(content, with: isEscaped ? JSONString.escaped(redacted) : redacted) }
    }

    /// Most strings are one short word, and no shape, no field and no URL is.
    private func mayHoldSecret(_ text: ArraySlice<UInt8>) -> Bool {
        redaction.values.count > 0 || text.count >= 20 || text.contains { !$0.isAlphanumeric }
    }

    /// A number that the user has named.
    private func bare(_ range: Range<Int>, _ rewriter: inout Rewriter) {
        let token = Array(rewriter.bytes[range])
        if redaction.values.redact(token) != token { replaceWhole(range, named: "value", &rewriter) }
    }

    private func replaceWhole(_ range: Range<Int>, named name: String, _ rewriter: inout Rewriter) {
        guard !range.isEmpty else { return }
        let replacement = Placeholder.replacement(of: rewriter.bytes[range], named: name)
        rewriter.replace(range, with: [.quote] + replacement + [.quote])
    }

    private static func isLiteral(_ token: ArraySlice<UInt8>) -> Bool {
        ["true", "false", "null"].contains { token.elementsEqual($0.utf8) }
    }

    private static func isBareValue(_ token: ArraySlice<UInt8>) -> Bool {
        isLiteral(token) || JSONNumber.isValid(token)
    }

    private static func mentionsOAuth(_ bytes: [UInt8]) -> Bool {
        ["grant_type", "redirect_uri", "code_verifier"].contains { bytes.contains($0) }
    }
}
