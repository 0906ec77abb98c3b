/// Which names have a secret beside them: the standard ones, those that the user adds, and not those that the user keeps.
struct SecretNames: Hashable, Sendable {
    let isStandard: Bool

    /// Added headers, in lower case.
    var headers: Set<String> = []
    /// Added names in queries and forms, normalised.
    var parameters: Set<String> = []
    /// Added JSON keys, normalised.
    var keys: Set<String> = []
    /// Names that have no secret beside them, normalised.
    var kept: Set<String> = []

    init(isStandard: Bool) {
        self.isStandard = isStandard
    }

    /// Lower case without `_`, `-` and blanks, so that `clientSecret`, `client_secret` and `Client-Secret` are the
    /// same.
    static func normalised(_ name: String) -> String {
        normalised(Array(name.utf8)[...])
    }

    static func normalised(_ name: ArraySlice<UInt8>) -> String {
        var letters: [UInt8] = []
        letters.reserveCapacity(name.count)
        for byte in name where byte != 0x5F && byte != 0x2D && byte != 0x20 { letters.append(byte.lowercased) }
        return String(decoding: letters, as: UTF8.self)
    }

    /// What the name of a header says about its value.
    func header(_ name: String) -> SecretKind? {
        let lowercased = name.lowercased()
        let normalised = Self.normalised(name)
        if kept.contains(normalised) { return nil }
        if headers.contains(lowercased) { return .certain }
        guard isStandard else { return nil }
        if Self.isStandardHeader(lowercased) { return .certain }
        return SecretKind(of: normalised.hasPrefix("x") ? String(normalised.dropFirst()) : normalised)
    }

    /// What a name in a query or form, which may still be percent-encoded, says about its value.
    func parameter(_ name: ArraySlice<UInt8>, besideOAuth: Bool = false) -> SecretKind? {
        kind(of: PercentEncoding.decoded(name), in: parameters, besideOAuth)
    }

    /// What a key of JSON, from which the escapes have been removed, says about its value.
    func key(_ name: ArraySlice<UInt8>, besideOAuth: Bool = false) -> SecretKind? {
        kind(of: name, in: keys, besideOAuth)
    }

    private func kind(of name: ArraySlice<UInt8>, in added: Set<String>, _ besideOAuth: Bool) -> SecretKind? {
        var kind: SecretKind?
        for part in Self.parts(of: name) {
            if kept.contains(part) { return nil }
            if added.contains(part) { kind = .certain }
            guard isStandard else { continue }
            if besideOAuth, Self.oauthSecrets.contains(part) { kind = .certain }
            if let found = SecretKind(of: part), found.rawValue > kind?.rawValue ?? -1 { kind = found }
        }
        return kind
    }

    /// Whether a name says that `code` and `state` beside it belong to OAuth (RFC 6749, RFC 7636).
    static func isOAuth(_ name: ArraySlice<UInt8>) -> Bool {
        oauthFields.contains(normalised(PercentEncoding.decoded(name)))
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

extension SecretNames {
    private static let standardHeaders: WordList = """
        authorization proxy-authorization cookie set-cookie apikey dpop x-auth x-auth-key authentication
        """
    private static let headerWords: WordList = "token secret password signature authorization credential jwt hmac"

    /// The secrets among the parameters of OAuth that mean something harmless elsewhere.
    static let oauthSecrets: WordList = "code state"

    static let oauthFields: WordList = """
        granttype redirecturi clientid responsetype responsemode codeverifier codechallenge codechallengemethod scope
        sessionstate idtoken accesstoken
        """

    /// Headers whose value may hold blanks and separators, so that in a text it goes on to the end of the line.
    static let lineHeaders: WordList = "authorization proxyauthorization cookie setcookie"

    private static let api = Array("api".utf8)
    private static let key = Array("key".utf8)

    private static func isStandardHeader(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        if standardHeaders.contains(name) || headerWords.areMentioned(in: bytes) { return true }
        guard let api = bytes.range(of: api) else { return false }
        return bytes.range(of: key, from: api.upperBound) != nil
    }
}

/// What a name says about the value beside it, in a query, a form, JSON and a header alike. The name decides together with the value:
/// see ``SecretShape``.
enum SecretKind: Int {
    /// A name that has other meanings: `key`, `session`. What consists of plain words and numbers is no secret.
    case ambiguous
    /// A name of a secret and of other things: `token`, `secret`. A symbol, a text, an object with other members is no secret.
    case general
    /// A code of digits and letters: `otp`, `cvv`, `iban`. Words are no secret.
    case code
    /// A secret that no person invents: `access_token`. Words with blanks between them are no secret.
    case token
    /// What is said about a password, such as a hint that may hold it. A sentence is no secret.
    case passwordText
    /// A password: only its label, in one of many languages, is no secret.
    case password
    /// A secret whatever it looks like.
    case certain

    private static let kinds: [String: SecretKind] = {
        var kinds: [String: SecretKind] = [:]
        for (kind, names) in lists { for name in names.inOrder { kinds[name] = kind } }
        return kinds
    }()
    private static let lists: [(SecretKind, WordList)] = [
        (.ambiguous, "key session auth signature"),
        (.general, "token secret"),
        (.code, "otp pin ssn cvv cvc iban"),
        (.password, "passwd pwd passphrase credential"),
        (.certain, "userinfo authorization cookie setcookie"),
        (
            .token,
            """
            sig sid xamzsignature xamzcredential xgoogsignature xgoogcredential samlrequest samlresponse relaystate assertion
            phpsessid dpop
            """
        ),
    ]

    private static let tokenEndings: WordList = """
        token secret apikey appkey authkey applicationkey privatekey secretkey accesskey signingkey encryptionkey sessionid
        jwt hmac signature connectionstring codeverifier devicecode clientassertion
        """
    private static let codeEndings: WordList = """
        passcode otp cvv cvc cardnumber securitycode accesscode verificationcode mfacode recoverycode recoverycodes backupcode
        backupcodes iban
        """
    private static let passwordEndings: WordList = "password passwords passwd passphrase credentials"
    /// Tokens that name a page of a list are no secrets.
    private static let pagingWords: WordList = "page next previous sync continuation resume cursor pagination"
    /// Signatures of music, facts about signatures, and how Kubernetes describes a volume.
    private static let harmlessEndings: WordList = "timesignature keysignature hassignature serviceaccounttoken"
    private static let passwordWord = Array("password".utf8)

    /// The kind of a standard name, normalised; nil for other names.
    init?(of name: String) {
        if let kind = Self.kinds[name] {
            self = kind
            return
        }
        let bytes = Array(name.utf8)
        if let password = bytes.range(of: Self.passwordWord) {
            guard !PasswordMetadata.isNamed(by: bytes, around: password) else { return nil }
            self = password.upperBound == bytes.count ? .password : .passwordText
        } else if Self.passwordEndings.areAtEnd(of: bytes) {
            self = .password
        } else if Self.tokenEndings.areAtEnd(of: bytes) {
            if name.hasSuffix("token"), Self.pagingWords.areMentioned(in: bytes) { return nil }
            if Self.harmlessEndings.contains(name) { return nil }
            self = .token
        } else if Self.codeEndings.areAtEnd(of: bytes) {
            self = .code
        } else {
            return nil
        }
    }
}

/// Distinguishes the names of passwords from those of facts about passwords, such as `password_changed_at`,
/// `passwordPolicyUrl` or `has_password`.
///
/// Behind `password` in the name of a fact stand nothing but words of these lists, and the last one is no mere filler.
/// Any other name, such as `password_hint` or `password_reset_url`, is that of a password.
enum PasswordMetadata {
    /// A word that another one begins with stands behind it.
    private static let facts: WordList = """
        attempts at date days timestamp time changedate changed updated modified created expiresin expires expired
        expiry expiration age length policyurl policy strength score complexity required enabled disabled set status
        rules requirements count protected validuntil
        """
    private static let fillers: WordList = "in on last first minimum maximum min max change reset sent was is must be"
    private static let questions: WordList = "has is requires needs uses"

    /// Whether a normalised name, in which `password` stands first at this place, is one of a fact.
    static func isNamed(by name: [UInt8], around password: Range<Int>) -> Bool {
        guard password.upperBound < name.count else { return questions.contains(name[..<password.lowerBound]) }
        var position = password.upperBound
        var isFact = false
        while position < name.count {
            if let end = facts.end(ofOneAt: position, in: name) {
                (position, isFact) = (end, true)
            } else if let end = fillers.end(ofOneAt: position, in: name) {
                (position, isFact) = (end, false)
            } else {
                return false
            }
        }
        return isFact
    }
}
