/// A value with one textual form in a path segment, a query or a form.
///
/// Numbers, strings, `Bool`, `Decimal` and `UUID` are such values, and an `enum` with raw values becomes one by declaring it:
/// `enum Sort: String, ParameterValue`. Optionals are not, so that no URL ever contains "nil"; dates are not, because no
/// two APIs write them alike.
public protocol ParameterValue: QueryValue {
    /// The value as text, not yet percent-encoded.
    var parameterText: String { get }
}

extension ParameterValue {
    public var queryTexts: [String] { [parameterText] }
}

extension ParameterValue where Self: LosslessStringConvertible {
    public var parameterText: String { description }
}

extension ParameterValue where Self: RawRepresentable, RawValue: ParameterValue {
    public var parameterText: String { rawValue.parameterText }
}

extension String: ParameterValue {
    public var parameterText: String { self }
}

extension UUID: ParameterValue {
    public var parameterText: String { uuidString }
}

extension Decimal: ParameterValue {
    public var parameterText: String { description }
}

extension Substring: ParameterValue {}
extension Character: ParameterValue {}
extension Bool: ParameterValue {}
extension Int: ParameterValue {}
extension Int8: ParameterValue {}
extension Int16: ParameterValue {}
extension Int32: ParameterValue {}
extension Int64: ParameterValue {}
extension UInt: ParameterValue {}
extension UInt8: ParameterValue {}
extension UInt16: ParameterValue {}
extension UInt32: ParameterValue {}
extension UInt64: ParameterValue {}
extension Double: ParameterValue {}
extension Float: ParameterValue {}

/// A value of a query or a form: a ``ParameterValue``, or an array of them.
public protocol QueryValue: Sendable {
    /// One text for each item that the value stands for, not yet percent-encoded.
    var queryTexts: [String] { get }
}

extension Array: QueryValue where Element: ParameterValue {
    public var queryTexts: [String] { map(\.parameterText) }
}
