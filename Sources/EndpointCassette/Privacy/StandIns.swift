// Replacements of secrets: the texts that a test provides, and where a request contains one of them or a placeholder.
extension Cassette {
    /// The texts at places in the JSON bodies, each with the text that replaces it in a file. A text that already
    /// replaces another isn't a secret.
    ///
    /// A placeholder has the type of a secret, but not its format: a program that decodes a URL, a date or a token with
    /// claims needs a text in that format from a replay.
    ///
    /// - Parameter standIns: The texts, by place: `["$.session.url": "https://example.com/s/1"]`.
    package func secrets(at standIns: [String: String]) -> [String: String] {
        guard !standIns.isEmpty else { return [:] }
        let patterns = standIns.map { (JSONPathPattern($0), $1) }
        let texts = Set(standIns.values)
        let bodies = interactions.flatMap { [$0.request.body?.data, $0.response?.body] }
        var found: [String: String] = [:]
        for node in bodies.lazy.compactMap({ $0.flatMap { JSONParser.node($0) } }) {
            for (pattern, text) in patterns {
                for secret in pattern.texts(in: node) where !secret.isEmpty && !texts.contains(secret) {
                    found[secret] = text
                }
            }
        }
        return found
    }
}

extension Interaction.Request {
    /// The parts of this request that contain a replacement of a secret, such as `the header Authorization`.
    ///
    /// A program that was answered from a cassette has placeholders in place of its secrets. It must not send them to a
    /// server, which would refuse them, and its refusal would be recorded. They are found in all encodings in which a
    /// leak is found.
    ///
    /// - Parameter texts: Other texts that replace secrets.
    package func placesOfPlaceholders(and texts: some Sequence<String>) -> [String] {
        let scan = LeakScan(placeholdersAnd: texts)
        let parts =
            [("the URL", Array(url.utf8))] + headers.map { ("the header \($0.name)", Array($0.value.utf8)) }
            + (body.map { [("the body", Array($0.data))] } ?? [])
        return parts.filter { _, bytes in
            !scan.leaks(in: bytes) { _ in "" }.isEmpty || !SecretNumber.all(in: bytes).isEmpty
        }.map(\.0)
    }
}
