/// What the credentials of one issuer look like: a prefix, then so many characters of a kind.
struct SecretShape {
    let prefix: [UInt8]
    let least: Int
    let accepts: @Sendable (UInt8) -> Bool

    init(_ prefix: String, least: Int, _ accepts: @escaping @Sendable (UInt8) -> Bool = SecretShape.isURLSafe) {
        self.prefix = Array(prefix.utf8)
        self.least = least
        self.accepts = accepts
    }

    /// Where the credential that begins here ends.
    func end(in bytes: [UInt8], at start: Int) -> Int? {
        guard bytes[start...].starts(with: prefix) else { return nil }
        let body = bytes[(start + prefix.count)...].prefix(while: accepts)
        return body.count >= least ? body.endIndex : nil
    }

    static let isURLSafe: @Sendable (UInt8) -> Bool = { $0.isAlphanumeric || $0 == 0x2D || $0 == 0x5F }
    static let isDotted: @Sendable (UInt8) -> Bool = { isURLSafe($0) || $0 == 0x2E }
    static let isPlain: @Sendable (UInt8) -> Bool = { $0.isAlphanumeric }
    static let isUpper: @Sendable (UInt8) -> Bool = { $0.isDigit || ($0 >= 0x41 && $0 <= 0x5A) }

    /// Every one begins with a letter and is looked for where a word begins.
    static let all: [SecretShape] = [
        SecretShape("sk-", least: 16), SecretShape("sk_live_", least: 8), SecretShape("sk_test_", least: 8),
        SecretShape("rk_live_", least: 8), SecretShape("rk_test_", least: 8), SecretShape("whsec_", least: 8),
        SecretShape("ghp_", least: 16), SecretShape("gho_", least: 16), SecretShape("ghu_", least: 16),
        SecretShape("ghs_", least: 16), SecretShape("ghr_", least: 16), SecretShape("github_pat_", least: 16),
        SecretShape("glpat-", least: 16), SecretShape("xoxa-", least: 8), SecretShape("xoxb-", least: 8),
        SecretShape("xoxp-", least: 8), SecretShape("xoxr-", least: 8), SecretShape("xoxs-", least: 8),
        SecretShape("AKIA", least: 16, isUpper), SecretShape("ASIA", least: 16, isUpper),
        SecretShape("AIza", least: 35),
        SecretShape("SG.", least: 20, isDotted), SecretShape("npm_", least: 36, isPlain),
        SecretShape("ya29.", least: 16, isDotted), SecretShape("shpat_", least: 16), SecretShape("pypi-", least: 32),
        SecretShape("hf_", least: 30, isPlain), SecretShape("dop_v1_", least: 32),
    ]
}
