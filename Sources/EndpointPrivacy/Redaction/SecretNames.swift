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

    func containsHeader(_ name: String) -> Bool {
        let name = name.lowercased()
        return headers.contains(name) || isStandard && Self.isStandardHeader(name)
    }

    /// Whether a query or form has a secret under this name, which may still be percent-encoded.
    func containsParameter(_ name: ArraySlice<UInt8>, besideOAuth: Bool = false) -> Bool {
        for part in Self.parts(of: PercentEncoding.decoded(name)) {
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

/// The names that have a secret beside them in common APIs.
extension SecretNames {
    private static let standardHeaders: WordList = """
        authorization proxy-authorization cookie set-cookie x-api-key api-key apikey x-auth-token x-access-token x-csrf-token
        x-xsrf-token x-amz-security-token x-goog-api-key ocp-apim-subscription-key dpop x-vault-token private-token
        x-shopify-access-token stripe-signature x-auth x-auth-key x-session-id x-functions-key
        x-goog-iam-authorization-token authentication
        """
    private static let headerWords: WordList = "token secret password signature authorization credential"

    private static let standardParameters: WordList = """
        accesstoken refreshtoken idtoken token apikey key secret clientsecret clientassertion assertion codeverifier
        password passwd pwd passphrase otp pin session sessionid sid auth sig signature xamzsignature xamzcredential
        xamzsecuritytoken xgoogsignature xgoogcredential samlrequest samlresponse relaystate jsessionid phpsessid devicecode
        """

    private static let standardKeys: WordList = """
        accesstoken refreshtoken idtoken token apikey secret clientsecret password passwd pwd passphrase privatekey
        sessionid sessiontoken csrftoken authorization credential credentials connectionstring otp totpsecret
        recoverycodes codeverifier clientassertion devicecode setcookie cookie xapikey jsessionid
        """
    private static let keyEndings: WordList =
        "token secret passwd passphrase passcode apikey privatekey secretkey accesskey"
    /// Tokens that name a page of a list are no secrets.
    private static let pagingWords: WordList = "page next previous sync continuation resume cursor pagination"

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
    private static let password = Array("password".utf8)

    static func isStandardHeader(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        if standardHeaders.contains(name) || headerWords.areMentioned(in: bytes) { return true }
        guard let api = bytes.range(of: api) else { return false }
        return bytes.range(of: key, from: api.upperBound) != nil
    }

    static func isStandardParameter(_ name: String) -> Bool {
        standardParameters.contains(name) || isStandardKey(name)
    }

    static func isStandardKey(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        if standardKeys.contains(name) { return true }
        if let password = bytes.range(of: password) { return !PasswordMetadata.isNamed(by: bytes, around: password) }
        guard keyEndings.areAtEnd(of: bytes) else { return false }
        return !(name.hasSuffix("token") && pagingWords.areMentioned(in: bytes))
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
