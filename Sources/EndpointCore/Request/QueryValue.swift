/// A value of a query or a form: a ``ParameterValue``, or an array of them.
public protocol QueryValue: Sendable {
    /// One text for each item that the value stands for, not yet percent-encoded.
    var queryTexts: [String] { get }
}

extension Array: QueryValue where Element: ParameterValue {
    public var queryTexts: [String] { map(\.parameterText) }
}
