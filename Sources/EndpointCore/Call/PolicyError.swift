/// A policy that makes no sense, refused when it is made rather than found out in an outage.
public struct PolicyError: Error, Hashable, Sendable {
    /// What is wrong, in one sentence that names the parameter and its value.
    public let description: String

    /// An error with its sentence.
    public init(_ description: String) {
        self.description = description
    }
}

extension PolicyError: CustomStringConvertible, LocalizedError {
    public var errorDescription: String? { description }
}

extension PolicyError {
    /// Refuses a parameter outside its range, in the words "name must be …, not …". A NaN is in no range.
    package static func check<Value: Comparable>(
        _ name: String, _ value: Value, in range: ClosedRange<Value>
    ) throws(PolicyError) {
        guard !range.contains(value) else { return }
        throw PolicyError("\(name) must be from \(range.lowerBound) to \(range.upperBound), not \(value).")
    }
}
