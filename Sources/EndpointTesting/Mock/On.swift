/// A stub of a ``MockClient``: a request and its replies.
///
/// ```swift
/// On(BookEndpoint(id: "1")).reply(momo)
/// On(BookEndpoint.self) { endpoint in Book(id: endpoint.id, title: "Momo", author: "Michael Ende") }.anyTimes()
/// On(BookEndpoint.self).fail(.offline).times(2).then(momo)
/// On(.get, "books/1").status(404, json: #"{"title": "No such book"}"#)
/// ```
///
/// A stub without replies succeeds once with an empty body. Replies are used in order, each once. Each has the name
/// that it has as a ``MockReply``.
public struct On<Content: Sendable>: Sendable {
    var stub: MockStub

    /// The endpoint that reads the replies, if it is known before there is a request.
    private var reader: (any Endpoint)?

    init(_ stub: MockStub) {
        self.stub = stub
    }

    private init(_ matcher: RequestMatcher, _ fileID: String, _ line: UInt) {
        stub = MockStub(matcher: matcher, location: StubLocation(fileID: fileID, line: line))
    }

    /// Matches every request of endpoints of a type.
    public init<E: Endpoint>(_ type: E.Type, fileID: String = #fileID, line: UInt = #line) where E.Content == Content {
        self.init(.type(type), fileID, line)
    }

    /// Matches every request of endpoints of a type. The reply is the content that the closure returns, or the error
    /// that it throws.
    public init<E: Endpoint>(
        _ type: E.Type, fileID: String = #fileID, line: UInt = #line,
        reply: @escaping @Sendable (E) async throws -> Content
    ) where E.Content == Content, Content: Encodable {
        self.init(.type(type), fileID, line)
        stub.add(
            MockReply { request in
                guard let endpoint = request.endpoint as? E else { throw URLError(.badServerResponse) }
                return try await MockReply.reply(reply(endpoint)).answer(request)
            })
    }

    /// Matches the request of this endpoint by method, URL, query and body. Headers are not compared.
    public init<E: Endpoint>(_ endpoint: E, fileID: String = #fileID, line: UInt = #line) where E.Content == Content {
        self.init(.endpoint(endpoint), fileID, line)
        reader = endpoint
    }

    /// Turns a stub for something else into a compiler error that says what belongs here.
    @available(
        *, unavailable,
        message: "This is not an endpoint. Write the type of an endpoint, an endpoint, or a method and a path."
    )
    @_disfavoredOverload
    public init<Other>(_ other: Other, fileID: String = #fileID, line: UInt = #line) where Content == Data {
        self.init(.get, "", fileID: fileID, line: line)
    }

    /// Matches every request with this method and path, with any body. If the path has a query, the query must match
    /// too.
    public init(_ method: HTTPMethod, _ path: URLPath, fileID: String = #fileID, line: UInt = #line)
    where Content == Data {
        self.init(.path(method, path), fileID, line)
    }
}

extension On {
    /// Adds a reply with this content, encoded as the endpoint decodes it.
    public func reply(_ content: Content) -> On where Content: Encodable {
        reply(MockReply.reply(content, for: reader))
    }

    /// Adds a reply with this JSON.
    public func reply(json: String) -> On {
        reply(MockReply.reply(json: json))
    }

    /// Adds a reply with status 204.
    public func reply() -> On where Content == Void {
        reply(.status(204))
    }

    /// Adds a reply.
    public func reply(_ reply: MockReply) -> On {
        changing { $0.add(reply) }
    }

    /// Adds a reply with a status and a body.
    public func status(_ status: Int, headers: HeaderFields = [:], body: Data = Data()) -> On {
        reply(.status(status, headers: headers, body: body))
    }

    /// Adds a reply with a status and JSON.
    public func status(_ status: Int, headers: HeaderFields = [:], json: String) -> On {
        reply(.status(status, headers: headers, json: json))
    }

    /// Adds a failure.
    public func fail(_ fault: MockClient.Fault) -> On {
        reply(.fail(fault))
    }

    /// Adds a connection error by its code.
    @_disfavoredOverload public func fail(_ code: URLError.Code) -> On {
        reply(.fail(.error(code)))
    }

    /// Adds the reply to the next request: this content.
    public func then(_ content: Content) -> On where Content: Encodable {
        reply(content)
    }

    /// Adds the reply to the next request.
    public func then(_ next: MockReply) -> On {
        reply(next)
    }

    /// Changes the last answer.
    func changingLast(_ change: (MockReply) -> MockReply) -> On {
        changing { $0.changeLast { $0.reply = change($0.reply) } }
    }

    func changing(_ change: (inout MockStub) -> Void) -> On {
        var copy = self
        change(&copy.stub)
        return copy
    }
}

extension On {
    /// Gives the last answer so many times: `.fail(.timedOut).times(2).then(book)`. With zero or less it is not given
    /// at all: a stub without other answers then matches no request.
    public func times(_ count: Int) -> On {
        changing { $0.changeLast { $0.count = max(0, count) } }
    }

    /// Uses the last reply any number of times, including none: `.reply(momo).anyTimes()`. Replies before it are used
    /// once each, and ``MockClient/verify()`` requires only those.
    public func anyTimes() -> On {
        changing { $0.repeatsLast = true }
    }

    /// Makes the stub optional: ``MockClient/verify()`` accepts that it was not used.
    public func optional() -> On {
        changing { $0.isOptional = true }
    }

    /// Delays the last answer, each time it is given: `.reply(momo).then(ende).delayed(by: .seconds(3))` delays only
    /// the second one.
    public func delayed(by duration: Duration, time: TimeSource = .system) -> On {
        changingLast { $0.delayed(by: duration, time: time) }
    }

    /// Delays the last answer, each time it is given, until the last byte of its body would have arrived at this speed,
    /// which is at least one byte a second. The body comes in one piece.
    public func slowed(to bytesPerSecond: Int, time: TimeSource = .system) -> On {
        changingLast { $0.slowed(to: bytesPerSecond, time: time) }
    }

    /// Adds trailers to the last answer, which a stream has at its end.
    public func trailers(_ trailers: HeaderFields) -> On {
        changingLast { $0.trailers(trailers) }
    }
}

/// The stub that an ``On`` describes, without its content type, so that stubs of different endpoints fit into one
/// array.
struct MockStub: Sendable {
    let matcher: RequestMatcher
    let location: StubLocation
    /// An answer, and how often it is given.
    struct Answer: Sendable {
        var reply: MockReply
        var count = 1
    }

    /// One with an empty body as long as none has been added.
    private var answers = [Answer(reply: .status(200))]
    private var isDefault = true
    var repeatsLast = false
    var isOptional = false

    init(matcher: RequestMatcher, location: StubLocation) {
        (self.matcher, self.location) = (matcher, location)
    }

    mutating func add(_ reply: MockReply) {
        answers = (isDefault ? [] : answers) + [Answer(reply: reply)]
        isDefault = false
    }

    /// Changes the last answer, to which the words after it belong.
    mutating func changeLast(_ change: (inout Answer) -> Void) {
        isDefault = false
        change(&answers[answers.count - 1])
    }

    /// The answer to the call with this index, from 0; nil when no answer is left.
    func reply(to call: Int) -> MockReply? {
        var end = 0
        for answer in answers {
            end += answer.count
            if call < end { return answer.reply }
        }
        return repeatsLast ? answers.last { $0.count > 0 }?.reply : nil
    }

    /// The number of replies.
    var count: Int { answers.reduce(0) { $0 + $1.count } }

    /// The number of replies that must be used.
    var requiredCount: Int {
        if isOptional { return 0 }
        return repeatsLast ? max(0, count - 1) : count
    }

    /// `On(BookEndpoint.self), BookTests.swift:12`
    var place: String { "\(matcher.name), \(location)" }

    /// All answers, each once.
    var replies: [MockReply] { answers.filter { $0.count > 0 }.map(\.reply) }

    /// `On(BookEndpoint.self), BookTests.swift:12: 1 of 2 replies used`
    func summary(answered: Int) -> String {
        let total = repeatsLast ? "replies" : "of \(count) \(count == 1 ? "reply" : "replies")"
        return "\(place): \(answered) \(total) used"
    }
}

/// The source file and line of a stub.
struct StubLocation: Hashable, Sendable, CustomStringConvertible {
    let fileID: String
    let line: UInt

    /// `BookTests.swift:12`
    var description: String { "\(fileID.split(separator: "/").last ?? ""):\(line)" }
}

/// The result builder for the stubs of a ``MockClient``. It supports `if`, `switch` and `for`.
@resultBuilder
public enum MockBuilder {
    /// One stub.
    public static func buildExpression<Content>(_ on: On<Content>) -> [On<any Sendable>] { [On<any Sendable>(on.stub)] }
    /// Stubs of a list or a function.
    public static func buildExpression(_ stubs: [On<any Sendable>]) -> [On<any Sendable>] { stubs }
    /// Stubs in order.
    public static func buildBlock(_ parts: [On<any Sendable>]...) -> [On<any Sendable>] { parts.flatMap(\.self) }
    /// Stubs on a condition.
    public static func buildOptional(_ part: [On<any Sendable>]?) -> [On<any Sendable>] { part ?? [] }
    /// The stubs of one branch.
    public static func buildEither(first part: [On<any Sendable>]) -> [On<any Sendable>] { part }
    /// The stubs of the other branch.
    public static func buildEither(second part: [On<any Sendable>]) -> [On<any Sendable>] { part }
    /// The stubs of a loop.
    public static func buildArray(_ parts: [[On<any Sendable>]]) -> [On<any Sendable>] { parts.flatMap(\.self) }
}
