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
    /// Tokens that say where to go on reading, not who reads.
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
