/// How to search for a secret where it occurs without its name, such as in an answer that repeats what was sent.
enum SecretSearch {
    /// Not at all: it is so short or so common that it may occur anywhere by chance.
    case none
    /// Only where no letter or digit is next to it.
    case word
    /// Anywhere.
    case anywhere

    private static let shortest = 6
    private static let longestWord = 11
    private static let credentials: WordList = "jwt credential value authorization proxyauthorization"

    /// - Parameter label: The name of the secret, or its kind. A common word is searched for only if it was sent as
    ///   an authorization, and not as the password in one; a plain one only if the name makes it a secret by itself,
    ///   unlike that of a cookie.
    init(of secret: String, label: String, isNumber: Bool = false, keeping kept: Set<String> = []) {
        // Without a user or a password, a userinfo has a colon at one end (RFC 3986 §3.2.1).
        var bytes = Array(secret.utf8)[...]
        while bytes.last == .colon { bytes.removeLast() }
        bytes = bytes.drop { $0 == .colon }
        let name = SecretNames.normalised(label)
        let isCredential = Self.credentials.contains(name)
        let isNamed = isCredential || SecretNames(isStandard: true).header(label) ?? .weak > .weak
        let isWord = bytes.allSatisfy(\.isDigit) || bytes.count <= Self.longestWord && bytes.allSatisfy(\.isLetter)
        if bytes.count < Self.shortest || kept.contains(secret)
            || SecretNames.kind(of: secret.lowercased(), in: .text) != nil
        {
            self = .none
        } else if SecretShape.isCommon(bytes) {
            self = isCredential ? .word : .none
        } else if !isNamed, !isNumber, SecretShape.isPlain(bytes) {
            self = .none
        } else {
            self = isWord ? .word : .anywhere
        }
    }
}

extension Redaction {
    /// This redaction, which also replaces these secrets wherever they occur.
    package func redacting(echoes: some Sequence<(secret: String, label: String, isNumber: Bool)>) -> Redaction {
        var redaction = self
        for (secret, label, isNumber) in echoes {
            switch SecretSearch(of: secret, label: label, isNumber: isNumber, keeping: keptValues) {
            case .none: break
            case .word: redaction.values.insert(secret, asWord: true)
            case .anywhere: redaction.values.insert(secret)
            }
        }
        return redaction
    }

    /// This redaction, which also replaces the secrets of a request wherever else they occur, because an answer may
    /// repeat them.
    package func redacting(secretsOf request: URLRequest) -> Redaction {
        redacting(
            secretsOf: HeaderFields(request), url: request.url?.absoluteString ?? "", body: request.httpBody ?? Data())
    }

    /// The same, for the parts of a request.
    package func redacting(secretsOf headers: HeaderFields, url: String = "", body: Data = Data()) -> Redaction {
        guard isStandard else { return self }
        var echoes: [(secret: String, label: String, isNumber: Bool)] = []
        let replacement = SecretReplacement { secret in
            echoes.append((secret.text, secret.name, secret.syntax == .json))
            if let password = secret.password { echoes.append((password, "password", false)) }
            return nil
        }
        let redactor = Redactor(self, replacing: replacement)
        _ = redactor.url(Array(url.utf8))
        for field in headers { _ = redactor.header(field.name, Array(field.value.utf8)) }
        _ = redactor.body(body, contentType: headers["Content-Type"])
        return redacting(echoes: echoes)
    }
}

extension FoundSecret {
    /// The secret text in it, percent-decoded if it is in a URL.
    fileprivate var text: String {
        String(
            decoding: isInURL && name != Self.valueName ? Array(PercentEncoding.decoded(bytes[...])) : bytes,
            as: UTF8.self)
    }

    /// The password in the userinfo of a URL or in `Basic` credentials (RFC 7617).
    package var password: String? {
        let text = String(decoding: PercentEncoding.decoded(bytes[...]), as: UTF8.self)
        let isUserinfo = name == "userinfo"
        guard isUserinfo || name.lowercased().hasSuffix("authorization") else { return nil }
        let pair = isUserinfo ? text : Data(base64Encoded: text).map { String(decoding: $0, as: UTF8.self) } ?? ""
        guard let colon = pair.firstIndex(of: ":") else { return nil }
        return String(pair[pair.index(after: colon)...])
    }
}
