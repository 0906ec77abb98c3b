/// Which names have a secret beside them: the standard ones and those that the user adds.
struct SecretNames: Hashable, Sendable {
    let isStandard: Bool

    /// Added headers, in lower case.
    var headers: Set<String> = []
    /// Added names in queries and forms, normalised.
    var parameters: Set<String> = []
    /// Added JSON keys, normalised.
    var keys: Set<String> = []

    init(isStandard: Bool) {
        self.isStandard = isStandard
    }

    /// Lower case without `_`, `-` and blanks, so that `clientSecret`, `client_secret` and `Client-Secret` are the same.
    static func normalised(_ name: String) -> String {
        normalised(Array(name.utf8)[...])
    }

    static func normalised(_ name: ArraySlice<UInt8>) -> String {
        var letters: [UInt8] = []
        letters.reserveCapacity(name.count)
        for byte in name where byte != 0x5F && byte != 0x2D && byte != 0x20 { letters.append(byte.lowercased) }
        return String(decoding: letters, as: UTF8.self)
    }

    func containsHeader(_ name: String) -> Bool {
        let name = name.lowercased()
        return headers.contains(name) || isStandard && Self.isStandardHeader(name)
    }

    /// Whether a query or form has a secret under this name, which may still be percent-encoded.
    func containsParameter(_ name: ArraySlice<UInt8>, besideOAuth: Bool = false) -> Bool {
        for part in Self.parts(of: PercentDecoding.decoded(name)) {
            if parameters.contains(part) || isStandard && Self.isStandardParameter(part) { return true }
            if isStandard, besideOAuth, Self.oauthSecrets.contains(part) { return true }
        }
        return false
    }

    /// Whether JSON has a secret under this key, from which the escapes have been removed.
    func containsKey(_ name: ArraySlice<UInt8>, besideOAuth: Bool = false) -> Bool {
        for part in Self.parts(of: name) {
            if keys.contains(part) || isStandard && Self.isStandardKey(part) { return true }
            if isStandard, besideOAuth, Self.oauthSecrets.contains(part) { return true }
        }
        return false
    }

    /// Whether a name says that `code` and `state` beside it belong to OAuth (RFC 6749, RFC 7636).
    static func isOAuth(_ name: ArraySlice<UInt8>) -> Bool {
        oauthFields.contains(normalised(PercentDecoding.decoded(name)))
    }

    /// The name as a whole, and its steps if it has several: `user[password]`, `login.password`.
    private static func parts(of name: ArraySlice<UInt8>) -> [String] {
        guard name.count <= 256 else { return [] }
        var (parts, whole, start) = ([String](), "", name.startIndex)
        for position in name.indices where isStep(name[position]) {
            if start < position { parts.append(normalised(name[start..<position])) }
            start = position + 1
        }
        if start == name.startIndex { return [normalised(name)] }
        if start < name.endIndex { parts.append(normalised(name[start...])) }
        for part in parts { whole += part }
        return parts + [whole]
    }

    private static func isStep(_ byte: UInt8) -> Bool {
        byte == 0x5B || byte == 0x5D || byte == 0x2E
    }
}
