/// The one place that knows what a secret is, and that replaces it by `{{secret}}`.
///
/// ``standard`` needs no configuration: it goes by the names of headers, parameters and JSON keys, by the userinfo of URLs, and
/// by the look of well-known credentials wherever they stand. Tell it what else is secret in your API:
///
/// ```swift
/// let redaction = Redaction.standard
///     .redacting(values: [apiKey])
///     .redacting(headers: ["X-Tenant"])
/// ```
///
/// All operations are pure and total: any bytes may come, broken JSON and cut-off text among them, and where it is in doubt
/// a redaction takes too much rather than too little. What has been redacted can be redacted again: a placeholder stays.
public struct Redaction: Hashable, Sendable {
    /// What every log, error message and recording of this library goes through.
    public static let standard = Redaction(names: SecretNames(isStandard: true))

    /// Leaves everything as it is, for a debugging session with secrets that are not yours to lose.
    public static let off = Redaction(names: SecretNames(isStandard: false))

    var names: SecretNames
    var values = SecretValues()

    /// Whether the standard rules apply at all: names, userinfo, shapes.
    var isStandard: Bool { names.isStandard }
}

extension Redaction {
    /// This redaction, which also replaces these texts wherever they stand: as they are, percent-encoded, JSON-escaped, or in
    /// base64 if they have six bytes or more. Empty ones are ignored.
    public func redacting(values: some Sequence<String>) -> Redaction {
        var copy = self
        for value in values { copy.values.insert(value) }
        return copy
    }

    /// This redaction, which also replaces the values of these headers, whatever the case of their names.
    public func redacting(headers: some Sequence<String>) -> Redaction {
        var copy = self
        for name in headers { copy.names.headers.insert(name.lowercased()) }
        return copy
    }

    /// This redaction, which also replaces the values of these names in queries and forms. Case, `_` and `-` do not matter.
    public func redacting(queryNames: some Sequence<String>) -> Redaction {
        var copy = self
        for name in queryNames { copy.names.parameters.insert(SecretNames.normalised(name)) }
        return copy
    }

    /// This redaction, which also replaces what stands under these keys at any depth of JSON. Case, `_` and `-` do not matter.
    public func redacting(jsonKeys: some Sequence<String>) -> Redaction {
        var copy = self
        for key in jsonKeys { copy.names.keys.insert(SecretNames.normalised(key)) }
        return copy
    }
}

extension Redaction {
    /// The secrets that the user has named, for whoever looks for what was left of them.
    package var namedValues: Set<String> { values.texts }
}
