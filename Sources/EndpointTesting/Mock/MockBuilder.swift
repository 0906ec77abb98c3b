/// Collects the stubs of a ``MockClient``, with `if`, `switch` and `for` where they are needed; the compiler calls it.
@resultBuilder
public enum MockBuilder {
    /// One stub.
    public static func buildExpression<Content>(_ on: On<Content>) -> [MockStub] { [on.stub] }
    /// Stubs of a list or a function.
    public static func buildExpression(_ stubs: [MockStub]) -> [MockStub] { stubs }
    /// One stub after the other.
    public static func buildBlock(_ parts: [MockStub]...) -> [MockStub] { parts.flatMap(\.self) }
    /// Stubs on a condition.
    public static func buildOptional(_ part: [MockStub]?) -> [MockStub] { part ?? [] }
    /// The stubs of one branch.
    public static func buildEither(first part: [MockStub]) -> [MockStub] { part }
    /// The stubs of the other branch.
    public static func buildEither(second part: [MockStub]) -> [MockStub] { part }
    /// The stubs of a loop.
    public static func buildArray(_ parts: [[MockStub]]) -> [MockStub] { parts.flatMap(\.self) }
}
