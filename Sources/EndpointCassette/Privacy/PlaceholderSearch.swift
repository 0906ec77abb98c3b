extension Interaction.Request {
    /// The parts of this request in which something stands for a secret, such as `the header Authorization`.
    ///
    /// A program that was answered from a cassette holds placeholders in place of its secrets. It must not send them to a server: the
    /// server would refuse them, and its refusal would be recorded. They are found in all encodings in which a leak is found.
    package var placesOfPlaceholders: [String] {
        let parts =
            [("the URL", Array(url.utf8))] + headers.map { ("the header \($0.name)", Array($0.value.utf8)) }
            + (body.map { [("the body", Array($0.data))] } ?? [])
        return parts.filter { Self.holdsPlaceholder($0.1) }.map(\.0)
    }

    private static func holdsPlaceholder(_ bytes: [UInt8]) -> Bool {
        !LeakScan.placeholders.leaks(in: bytes) { _ in "" }.isEmpty || !SecretNumber.all(in: bytes).isEmpty
    }
}
