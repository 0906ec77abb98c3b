/// What the credentials of one issuer look like: a prefix, then so many characters of a kind.
struct SecretShape {
    let prefix: [UInt8]
    let least: Int
    let body: ByteSet

    /// Where the credential that begins here ends.
    func end(in bytes: [UInt8], at start: Int) -> Int? {
        guard bytes.has(prefix, at: start) else { return nil }
        let end = bytes.end(of: body, from: start + prefix.count, to: bytes.count)
        return end - start - prefix.count >= least ? end : nil
    }

    static let urlSafe = ByteSet.alphanumerics.union("-_")
    static let dotted = urlSafe.union(".")
    private static let upper: ByteSet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

    /// Every one begins with a letter and is looked for where a word begins.
    static let all =
        shapes("sk_live_ sk_test_ rk_live_ rk_test_ whsec_ xoxa- xoxb- xoxp- xoxr- xoxs-", least: 8, urlSafe)
        + shapes("sk- ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- shpat_", least: 16, urlSafe)
        + shapes("AKIA ASIA", least: 16, upper) + shapes("ya29.", least: 16, dotted) + shapes("SG.", least: 20, dotted)
        + shapes("hf_", least: 30, .alphanumerics) + shapes("pypi- dop_v1_", least: 32, urlSafe)
        + shapes("AIza", least: 35, urlSafe) + shapes("npm_", least: 36, .alphanumerics)

    private static func shapes(_ prefixes: Words, least: Int, _ body: ByteSet) -> [SecretShape] {
        prefixes.inOrder.map { SecretShape(prefix: Array($0.utf8), least: least, body: body) }
    }
}
