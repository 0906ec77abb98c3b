/// A client that answers from memory.
///
/// ```swift
/// let client = MockClient { request in try .json(#"{"id": "1"}"#, to: request) }
/// ```
public struct MockClient: APIClient {
    private let answer: @Sendable (APIRequest) async throws -> APIResponse

    /// A client that answers each request with what the closure returns or throws.
    public init(_ answer: @escaping @Sendable (APIRequest) async throws -> APIResponse) {
        self.answer = answer
    }

    public func send(_ request: APIRequest) async throws -> APIResponse {
        try await answer(request)
    }
}

extension MockClient: CustomStringConvertible {
    public var description: String { "Mock" }
}
