extension Redaction: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What is configured, in numbers: a list of secrets must not become one more place that leaks them.
    public var description: String {
        let named = names.headers.count + names.parameters.count + names.keys.count
        return "Redaction(\(isStandard ? "standard" : "off"), \(named) named fields, \(values.count) named values)"
    }

    public var debugDescription: String { description }

    /// The description alone, so that no dump shows a secret.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
