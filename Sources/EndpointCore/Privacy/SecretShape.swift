/// What the credentials of some issuers look like: a prefix, then so many characters of a kind.
struct CredentialFormat {
    let prefixes: WordList
    let least: Int
    let body: ByteSet

    /// Where the credential that begins here ends.
    func end(in bytes: [UInt8], at start: Int) -> Int? {
        guard let bodyStart = prefixes.end(ofOneAt: start, in: bytes) else { return nil }
        let end = bytes.end(of: body, from: bodyStart, to: bytes.count)
        return end - bodyStart >= least ? end : nil
    }

    static let urlSafe = ByteSet.alphanumerics.union("-_")
    static let dotted = urlSafe.union(".")
    private static let upper: ByteSet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

    /// Every prefix begins with a letter and is looked for where a word begins; none is the beginning of another.
    static let all = [
        CredentialFormat(
            prefixes: "sk_live_ sk_test_ rk_live_ rk_test_ whsec_ xoxa- xoxb- xoxp- xoxr- xoxs-", least: 8,
            body: urlSafe),
        CredentialFormat(prefixes: "sk- ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- shpat_", least: 16, body: urlSafe),
        CredentialFormat(prefixes: "AKIA ASIA", least: 16, body: upper),
        CredentialFormat(prefixes: "ya29.", least: 16, body: dotted),
        CredentialFormat(prefixes: "SG.", least: 20, body: dotted),
        CredentialFormat(prefixes: "hf_", least: 30, body: .alphanumerics),
        CredentialFormat(prefixes: "pypi- dop_v1_", least: 32, body: urlSafe),
        CredentialFormat(prefixes: "AIza", least: 35, body: urlSafe),
        CredentialFormat(prefixes: "npm_", least: 36, body: .alphanumerics),
    ]
}
