/// Decides what is a secret, and what errors, logs, events, commands and reproductions show.
///
/// ``standard`` shows the structure of bodies, the values of harmless headers, and what a server tells developers; a
/// secret in these, in a URL or in a text is replaced by `{{secret}}`. ``showingValues`` shows everything except
/// secrets. Secrets are recognised by the names of headers, parameters and JSON keys, by the format of well-known
/// credentials, and as the userinfo of URLs. Add what else is secret in your API:
///
/// ```swift
/// let redaction = Redaction.standard
///     .redacting(values: [apiKey])
///     .redacting(headers: ["X-Tenant"])
/// ```
///
/// All operations are pure and take any bytes, including broken JSON and truncated text. Redacted text can be redacted
/// again: a placeholder stays.
public struct Redaction: Hashable, Sendable {
    /// The default of clients: errors and logs show structure, and values only where a server addresses developers.
    public static let standard = Redaction(names: SecretNames(isStandard: true))

    /// For development, and the default of mocks, replays and cassettes: errors and logs show all values that aren't
    /// secret.
    public static let showingValues = Redaction(names: SecretNames(isStandard: true), showsValues: true)

    /// Leaves everything unchanged: for debugging with secrets that may be seen.
    public static let off = Redaction(names: SecretNames(isStandard: false), showsValues: true)

    var names: SecretNames
    var values = SecretValues()

    /// Values that aren't secret, wherever they occur.
    package private(set) var keptValues: Set<String> = []

    /// Places in JSON without secrets, each as the keys on the way from the root.
    package private(set) var keptPlaces: Set<[String]> = []

    /// Whether errors, logs and commands show the values that aren't secret, and not only structure.
    package private(set) var showsValues = false

    /// Whether errors and logs describe bodies by size and type only.
    private(set) var hidesBodies = false

    private init(names: SecretNames, showsValues: Bool = false) {
        (self.names, self.showsValues) = (names, showsValues)
    }

    /// Whether the standard rules apply at all: names, userinfo, formats.
    var isStandard: Bool { names.isStandard }
}

extension Redaction {
    private func changed(_ change: (inout Redaction) -> Void) -> Redaction {
        var copy = self
        change(&copy)
        return copy
    }

    /// A redaction that also replaces these texts wherever they occur: unchanged, percent-encoded, JSON-escaped, or,
    /// from six bytes on, in base64. Empty ones are ignored.
    public func redacting(values: some Sequence<String>) -> Redaction {
        changed { for value in values { $0.values.insert(value) } }
    }

    /// A redaction that also replaces the values of these headers, whatever the case of their names.
    public func redacting(headers: some Sequence<String>) -> Redaction {
        changed { for name in headers { $0.names.headers.insert(name.lowercased()) } }
    }

    /// A redaction that also replaces the values of these names in queries and forms. Case, `_` and `-` don't matter.
    public func redacting(queryNames: some Sequence<String>) -> Redaction {
        changed { for name in queryNames { $0.names.parameters.insert(SecretNames.normalised(name)) } }
    }

    /// A redaction that also replaces the values of these keys at any depth of JSON. Case, `_` and `-` don't matter.
    public func redacting(jsonKeys: some Sequence<String>) -> Redaction {
        changed { for key in jsonKeys { $0.names.keys.insert(SecretNames.normalised(key)) } }
    }
}

extension Redaction {
    /// A redaction that doesn't redact a value because of these names, wherever they occur: header, cookie, query,
    /// form, JSON, markup or text. Case, `_` and `-` don't matter. A recording keeps the value; an error shows it if it
    /// shows values.
    ///
    /// What has the format of a secret, such as `Bearer …` or a key of a known issuer, is still redacted.
    public func keeping(names: some Sequence<String>) -> Redaction {
        changed { for name in names { $0.names.kept.insert(SecretNames.normalised(name)) } }
    }

    /// A redaction that doesn't redact these values: they stay in recordings and wherever values are shown, even under
    /// the name of a secret.
    public func keeping(values: some Sequence<String>) -> Redaction {
        changed { for value in values { $0.keptValues.insert(value) } }
    }

    /// A redaction that doesn't redact anything at these places of JSON: `$.volumes[*].secret`, `$.token`.
    ///
    /// A place is given by the keys on the way from the root; all elements of an array are the same place. It includes
    /// everything below it. A recording keeps these values wherever else they occur; errors still show a body by its
    /// structure.
    public func keeping(jsonPaths: some Sequence<String>) -> Redaction {
        changed { for path in jsonPaths { $0.keptPlaces.insert(Self.keys(of: path)) } }
    }

    /// `volumes`, `secret` of `$.volumes[*].secret` or `$['volumes'][0]['secret']`.
    private static func keys(of path: String) -> [String] {
        path.split { "$.[]'\"".contains($0) }.map(String.init).filter { $0 != "*" && Int($0) == nil }
    }

    /// A redaction that also hides the keys and messages of bodies: errors, logs and cURL commands show
    /// `<20480 bytes of application/json>` in place of a body's structure, a part of it, or the message of an error in
    /// it.
    ///
    /// Recordings keep their bodies, and so does ``body(_:contentType:)``.
    public func hidingBodies() -> Redaction {
        changed { $0.hidesBodies = true }
    }

    /// The redaction that hides what either of the two hides: it shows values only if both do, and keeps what both
    /// keep.
    package func union(_ other: Redaction?) -> Redaction {
        guard let other else { return self }
        var union = adding(other)
        switch (isStandard, other.isStandard) {
        case (true, true):
            union.names.kept = names.kept.intersection(other.names.kept)
            union.keptValues = keptValues.intersection(other.keptValues)
            union.keptPlaces = keptPlaces.intersection(other.keptPlaces)
        case (false, true):
            union.names = other.names.adding(names)
            union.names.kept = other.names.kept
            (union.keptValues, union.keptPlaces) = (other.keptValues, other.keptPlaces)
        case (true, false):
            union.names.kept = names.kept
            (union.keptValues, union.keptPlaces) = (keptValues, keptPlaces)
        case (false, false): break
        }
        union.showsValues = showsValues && other.showsValues
        return union
    }

    /// This redaction without names and formats: only known values are secrets.
    package var withoutRules: Redaction { changed { $0.names = SecretNames(isStandard: false) } }

    /// This redaction with the user's additions to another one: for the cassette of a client.
    package func adding(_ other: Redaction?) -> Redaction {
        guard let other else { return self }
        var sum = self
        sum.values.insert(other.values)
        sum.names = names.adding(other.names)
        sum.keptValues.formUnion(other.keptValues)
        sum.keptPlaces.formUnion(other.keptPlaces)
        sum.hidesBodies = hidesBodies || other.hidesBodies
        return sum
    }
}

extension SecretNames {
    fileprivate func adding(_ other: SecretNames) -> SecretNames {
        var sum = self
        sum.headers.formUnion(other.headers)
        sum.parameters.formUnion(other.parameters)
        sum.keys.formUnion(other.keys)
        sum.kept.formUnion(other.kept)
        return sum
    }
}

extension Redaction: DescriptionOnly {
    /// How many names and values are configured; the values themselves are secrets and not shown.
    public var description: String {
        let named = names.headers.count + names.parameters.count + names.keys.count
        let counts = "\(named.counted("named field")), \(values.count.counted("named value"))"
        let kind = isStandard ? showsValues ? "showing values" : "standard" : "off"
        return "Redaction(\(kind), \(counts))"
    }
}

extension Redaction {
    /// Whether the value of this header is a secret, whatever the case of its name.
    public func isSecret(header name: String) -> Bool {
        (names.header(name)?.rawValue ?? 0) > 0
    }

    /// The value of a header without its secrets.
    ///
    /// The scheme of `Authorization` stays, and so do the names in `Cookie` and the names and attributes in
    /// `Set-Cookie`; other secret headers are replaced entirely. The value of a header that isn't secret goes through
    /// ``text(_:)``.
    public func header(_ name: String, _ value: String) -> String {
        string(value) { $0.header(name, $1) }
    }

    /// Headers without their secrets.
    public func headers(_ headers: HeaderFields) -> HeaderFields {
        headers.mappingValues { header($0.name, $0.value) }
    }
}

extension Redaction {
    /// The request with every secret replaced: in its URL, its headers and its body. Unlike in errors and logs, other
    /// values stay, unless ``hidingBodies()`` replaces the body.
    public func request(_ request: URLRequest) -> URLRequest {
        var redacted = request
        redacted.url = request.url.map(url)
        redacted.allHTTPHeaderFields = headers(HeaderFields(request)).dictionary
        redacted.httpBody = request.httpBody.map {
            let type = request.value(forHTTPHeaderField: "Content-Type")
            return hidesBodies ? shownBody($0, contentType: type) : body($0, contentType: type)
        }
        return redacted
    }
}

extension Redaction {
    /// Free text without its secrets: a log line, a message, a body of unknown kind.
    ///
    /// Finds ``redacting(values:)``, formats of credentials, `Bearer …`, `Authorization: …`, `name=value`,
    /// `"name": "value"` and `<name>value</name>` with secret names, and URLs as in ``urlText(_:)``.
    public func text(_ text: String) -> String {
        string(text) { $0.text($1) }
    }

    /// A form (`application/x-www-form-urlencoded`) without its secrets.
    ///
    /// `code` and `state` are secrets only next to each other or to another OAuth parameter, such as `grant_type`.
    public func form(_ text: String) -> String {
        string(text) { $0.form($1) }
    }

    /// The text of a URL without userinfo and other secrets, for people to read: its placeholder is `{{secret}}`.
    ///
    /// Covers relative URLs, percent-encoded names, a query in the fragment (OAuth's implicit flow), `;jsessionid=…` in
    /// a path, and URLs inside values.
    public func urlText(_ text: String) -> String {
        string(text) { $0.url($1) }.replacingOccurrences(of: "%7B%7Bsecret%7D%7D", with: "{{secret}}")
    }

    /// A URL without userinfo and other secrets, in which the placeholder is percent-encoded: `%7B%7Bsecret%7D%7D`.
    public func url(_ url: URL) -> URL {
        let text = url.relativeString
        let redacted = urlText(text)
        let base = url.baseURL.map(self.url)
        guard redacted != text || base != url.baseURL else { return url }
        return URL(
            string: redacted.replacingOccurrences(of: "{{secret}}", with: "%7B%7Bsecret%7D%7D"), relativeTo: base)
            ?? URL(
                string: "about:redacted")!
    }
}

extension Redaction {
    /// JSON without its secrets, every other byte unchanged.
    ///
    /// The value of a secret key becomes one string, even an object or an array; `null`, `true` and `false` stay. All
    /// strings go through ``text(_:)``. Truncated or broken JSON is redacted too.
    public func json(_ body: Data) -> Data {
        let bytes = Array(body)
        let redacted = Redactor(self).text(bytes)
        return redacted == bytes ? body : Data(redacted)
    }

    /// A body without its secrets, read according to its media type if the first byte agrees: JSON, a form, a multipart
    /// form, otherwise text. All other bytes stay unchanged, valid UTF-8 or not.
    public func body(_ body: Data, contentType: String?) -> Data {
        Redactor(self).body(body, contentType: contentType)
    }

    func string(_ text: String, _ redact: (Redactor, [UInt8]) -> [UInt8]) -> String {
        let bytes = Array(text.utf8)
        let redacted = redact(Redactor(self), bytes)
        return redacted == bytes ? text : String(decoding: redacted, as: UTF8.self)
    }
}
