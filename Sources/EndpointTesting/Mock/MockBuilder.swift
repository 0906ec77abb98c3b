/// Collects the stubs of a ``MockClient``, with `if`, `switch` and `for` where they are needed; the compiler calls it.
@resultBuilder
public enum MockBuilder {
    public static func buildExpression<Content>(_ on: On<Content>) -> [MockStub] { [on.stub] }
    public static func buildExpression(_ stubs: [MockStub]) -> [MockStub] { stubs }
    public static func buildBlock(_ parts: [MockStub]...) -> [MockStub] { parts.flatMap(\.self) }
    public static func buildOptional(_ part: [MockStub]?) -> [MockStub] { part ?? [] }
    public static func buildEither(first part: [MockStub]) -> [MockStub] { part }
    public static func buildEither(second part: [MockStub]) -> [MockStub] { part }
    public static func buildArray(_ parts: [[MockStub]]) -> [MockStub] { parts.flatMap(\.self) }
}
