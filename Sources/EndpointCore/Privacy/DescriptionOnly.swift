/// A value that shows its description and nothing else in debuggers and dumps, because its properties may hold secrets.
package protocol DescriptionOnly: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension DescriptionOnly {
    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

/// An error whose description is a sentence for people to read, and also its `localizedDescription`.
package protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
    public var errorDescription: String? { description }
}
