/// How certain a name makes it that its value is a secret.
enum SecretKind: Int, Comparable {
    /// A name with other meanings, such as `key`: its value is a secret if it looks random.
    case vague
    /// A name of secrets and of other things, such as `token`: eight letters and digits are a secret.
    case weak
    /// The name of a code of digits and letters, such as `pin`: words aren't secrets.
    case code
    /// The name of a secret: everything except its own label, a literal or a template is one.
    case strong
    /// A secret whatever its format: an authorization, or one that the user has listed.
    case certain

    static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}

/// The names of secrets: the standard ones and those that the user adds, except those that the user keeps.
struct SecretNames: Hashable, Sendable {
    /// Where a name occurs: in text that people may read, or in a URL, a form or a header, which only programs read.
    enum Place { case text, url, header }

    let isStandard: Bool

    /// Added headers, in lower case.
    var headers: Set<String> = []
    /// Added names in queries and forms, normalised.
    var parameters: Set<String> = []
    /// Added JSON keys, normalised.
    var keys: Set<String> = []
    /// Names whose values aren't secret, normalised.
    var kept: Set<String> = []

    init(isStandard: Bool) {
        self.isStandard = isStandard
    }

    /// Whether any field can be a secret by its name.
    var findsFields: Bool { isStandard || !parameters.isEmpty || !keys.isEmpty }

    /// Lower case, letters and digits only, so that `clientSecret`, `client_secret` and `Client-Secret` are the same.
    static func normalised(_ name: String) -> String {
        normalised(Array(name.utf8)[...])
    }

    static func normalised(_ name: ArraySlice<UInt8>) -> String {
        var letters: [UInt8] = []
        var isASCII = true
        letters.reserveCapacity(name.count)
        for byte in name where byte.isAlphanumeric || byte >= 0x80 {
            letters.append(byte.lowercased)
            if byte >= 0x80 { isASCII = false }
        }
        let text = String(decoding: letters, as: UTF8.self)
        return isASCII ? text : text.lowercased()
    }

    /// How certain the name of a header makes it that its value is a secret.
    func header(_ name: String) -> SecretKind? {
        let lowercased = name.lowercased()
        let normalised = Self.normalised(name)
        if kept.contains(normalised) { return nil }
        if headers.contains(lowercased) { return .certain }
        guard isStandard else { return nil }
        if Self.standardHeaders.contains(lowercased) || Self.headerWords.areMentioned(in: Array(lowercased.utf8)) {
            return .certain
        }
        let bare = normalised.hasPrefix("x") ? String(normalised.dropFirst()) : normalised
        return Self.kind(of: bare, in: .header).map { max($0, .strong) == .strong ? .certain : $0 }
    }

    /// The same for any name, which may still be percent-encoded.
    func kind(of name: ArraySlice<UInt8>, in place: Place) -> SecretKind? {
        guard name.count <= 256 else { return nil }
        let name = PercentEncoding.decoded(name)
        let steps = Self.steps(of: name)
        let whole = steps.joined()
        let added = place == .url ? parameters : keys
        let parts = steps.count > 1 ? steps + [whole] : steps
        if !kept.isEmpty, parts.contains(where: kept.contains) { return nil }
        if !added.isEmpty, parts.contains(where: added.contains) { return .certain }
        guard isStandard, let last = steps.last, !Self.asks(name) else { return nil }
        return Self.kind(of: whole, in: place) ?? Self.kind(of: last, in: place)
    }

    /// The components of `user[password]` or `login.password`, without numbers.
    private static func steps(of name: ArraySlice<UInt8>) -> [String] {
        var (steps, start) = ([String](), name.startIndex)
        for position in name.indices where name[position] == 0x5B || name[position] == 0x5D || name[position] == 0x2E {
            steps.append(normalised(name[start..<position]))
            start = position + 1
        }
        steps.append(normalised(name[start...]))
        return steps.filter { !$0.utf8.allSatisfy(\.isDigit) }
    }

    /// Whether a name is a question: `hasPassword`, `is_token`.
    private static func asks(_ name: ArraySlice<UInt8>) -> Bool {
        let bytes = Array(name)
        guard let end = questions.end(ofOneAt: 0, in: bytes.map(\.lowercased)), end < bytes.count else { return false }
        return !bytes[end].isAlphanumeric || bytes[end].isLetter && bytes[end] != bytes[end].lowercased
    }
}

extension SecretNames {
    private static let standardHeaders: WordList = """
        authorization proxy-authorization cookie set-cookie apikey dpop x-auth x-auth-key authentication
        """
    private static let headerWords: WordList =
        "token secret password signature authorization credential jwt hmac api-key apikey access-key"

    /// Headers whose value may contain blanks and separators, so that in a text it ends with the line.
    static let lineHeaders: WordList = "authorization proxyauthorization cookie setcookie"

    /// The kind of a normalised name by its ending; nil for the names of other things.
    static func kind(of name: String, in place: Place) -> SecretKind? {
        var name = name[...]
        while name.utf8.last?.isDigit == true { name.removeLast() }
        let bytes = Array(name.utf8)
        let word = String(name)
        if certain.contains(word) { return .certain }
        if weak.contains(word) { return place == .text ? .weak : .code }
        if codes.contains(word) { return .code }
        if identifiers.contains(word) { return place == .text ? .vague : .code }
        if vagueInURLs.contains(word) { return place == .url ? .vague : nil }
        if strongWords.contains(word) { return .strong }
        if harmlessWords.areMentioned(in: bytes) { return nil }
        if codeEndings.areAtEnd(of: bytes) { return .code }
        if strongEndings.areAtEnd(of: bytes) { return .strong }
        if weakEndings.areAtEnd(of: bytes) { return .weak }
        return vagueEndings.areAtEnd(of: bytes) ? .vague : nil
    }

    /// Whether a normalised text contains the name of a secret, as the label of a field does.
    static func areMentioned(in text: [UInt8]) -> Bool { labels.areMentioned(in: text) }

    private static let certain: WordList = "userinfo authorization proxyauthorization cookie setcookie"
    private static let weak: WordList = "token secret"
    private static let weakEndings: WordList = "passwordhint"
    private static let identifiers: WordList = "sid sig sessid"
    private static let vagueEndings: WordList = "key session auth signature cookie clave appcheck"
    private static let vagueInURLs: WordList = "code state crumb ticket appid hash nonce"
    private static let codes: WordList = "pin pan tan puk otp totp cvc cvv cvn ssn iban psk"
    private static let codeEndings: WordList = """
        otp cvc cvv passcode pincode cardnumber securitycode accesscode verificationcode authcode authorizationcode
        mfacode factorcode facode smscode logincode confirmationcode activationcode recoverycode recoverycodes
        backupcode backupcodes devicecode invitecode socialsecuritynumber
        """
    private static let strongWords: WordList = "pass pwd senha clave mdp bearer seed sifre parola"
    private static let strongEndings: WordList = """
        token secret password passwords passwd passphrase credential credentials authorization apikey appkey authkey
        secretkey privatekey accesskey applicationkey masterkey signingkey encryptionkey sessionkey licensekey accountkey
        sharedkey subscriptionkey functionskey servicekey deploykey storagekey recoverykey secretkeybase sessionid
        sessid assertion samlrequest samlresponse relaystate codeverifier jwt hmac dpop mnemonic seedphrase
        recoveryphrase secretphrase connectionstring usercode
        passwordhash passworddigest passwordsalt passwordconfirmation passwordconfirm passwordrepeat
        passwordagain passwordold passwordnew hashpassword
        passwort kennwort contrasena contraseña motdepasse parolachiave wachtwoord haslo hasło losenord lösenord
        adgangskode kodeord passord salasana şifre heslo jelszo jelszó geslo lozinka пароль 密码 密碼 パスワード 비밀번호
        סיסמה รหัสผ่าน matkhau mậtkhẩu
        """
    private static let labels: WordList = """
        password passwort kennwort contrase clave passe senha wachtwoord hasło lösenord adgangskode passord salasana
        parola heslo jelszó şifre пароль Пароль パスワード 密码 密碼 비밀번호 סיסמה รหัสผ่าน khẩu token secret geheim code pin key
        """
    /// Tokens for a page of a list, and the ones that Kubernetes describes, aren't secrets.
    private static let harmlessWords: WordList = """
        page next prev sync continuation resume cursor pagination scroll serviceaccount
        """
    private static let questions: WordList = "has is requires needs uses"
}
