/// The beginning of a stub of a ``MockClient``: on this request…
///
/// ```swift
/// On(BookEndpoint(id: "1")).reply(momo)
/// On(BookEndpoint.self) { endpoint in Book(id: endpoint.id, title: "Momo", author: "Michael Ende") }.anyTimes()
/// On(BookEndpoint.self).fail(.offline).times(2).then(momo)
/// On(.get, "books/1").status(404, json: #"{"title": "No such book"}"#)
/// ```
///
/// Without an answer it is success with an empty body. Answers are given in their order, each once.
public struct On<Content: Sendable>: Sendable {
    var stub: MockStub

    private init(_ target: RequestMatcher, _ fileID: String, _ line: UInt) {
        stub = MockStub(target: target, place: SourcePlace(fileID: fileID, line: line))
    }

    /// On every request of endpoints of a type.
    public init<E: Endpoint>(_ type: E.Type, fileID: String = #fileID, line: UInt = #line) where E.Content == Content {
        self.init(.every(type), fileID, line)
    }

    /// On every request of endpoints of a type, answered with what the closure makes of the endpoint. It may throw instead.
    public init<E: Endpoint>(
        _ type: E.Type, fileID: String = #fileID, line: UInt = #line,
        reply: @escaping @Sendable (E) async throws -> Content
    ) where E.Content == Content, Content: Encodable {
        self.init(.every(type), fileID, line)
        stub.replies = [
            MockReply { request in
                guard let endpoint = request.endpoint as? E else { throw URLError(.badServerResponse) }
                return try await MockReply.content(reply(endpoint)).answer(request)
            }
        ]
    }

    /// On the request that this endpoint makes: same method, URL, query and body, whatever the headers.
    public init<E: Endpoint>(_ endpoint: E, fileID: String = #fileID, line: UInt = #line) where E.Content == Content {
        self.init(.value(endpoint), fileID, line)
    }

    /// On every request of a method and path, whatever its body; and whatever its query, unless the path has one.
    public init(_ method: HTTPMethod, _ path: Path, fileID: String = #fileID, line: UInt = #line)
    where Content == Data {
        self.init(.path(method, path), fileID, line)
    }
}

extension On {
    /// …answer with this content, written as the endpoint reads it.
    public func reply(_ content: Content) -> On where Content: Encodable {
        reply(.content(content))
    }

    /// …answer with this JSON.
    public func reply(json: String) -> On {
        reply(.json(json))
    }

    /// …succeed.
    public func reply() -> On where Content == Void {
        reply(.status(204))
    }

    /// …answer like this.
    public func reply(_ reply: MockReply) -> On {
        changing { $0.replies.append(reply) }
    }

    /// …answer with a status and a body.
    public func status(_ status: Int, headers: [String: String] = [:], body: Data = Data()) -> On {
        reply(.status(status, headers: headers, body: body))
    }

    /// …answer with a status and JSON.
    public func status(_ status: Int, headers: [String: String] = [:], json: String) -> On {
        reply(.status(status, headers: headers, json: json))
    }

    /// …go wrong in this way.
    public func fail(_ fault: MockClient.Fault) -> On {
        reply(.fail(fault))
    }

    /// …and the next time answer with this content.
    public func then(_ content: Content) -> On where Content: Encodable {
        reply(content)
    }

    /// …and the next time answer like this.
    public func then(_ next: MockReply) -> On {
        reply(next)
    }

    func changing(_ change: (inout MockStub) -> Void) -> On {
        var copy = self
        change(&copy.stub)
        return copy
    }
}

extension On {
    /// …and the last answer so often: `.fail(.timedOut).times(2).then(book)`. At least once; a request that must not come needs no stub.
    public func times(_ count: Int) -> On {
        precondition(count > 0, "A request that must not come needs no stub.")
        return changing { stub in
            let last = stub.replies.popLast() ?? .status(200)
            stub.replies += Array(repeating: last, count: count)
        }
    }

    /// …and the last answer again and again, or never.
    public func anyTimes() -> On {
        changing { $0.repeatsLast = true }
    }

    /// …if it comes at all: ``MockClient/verify()`` does not miss it.
    public func optional() -> On {
        changing { $0.isOptional = true }
    }

    /// …with every answer so far after so long.
    public func delay(_ duration: Duration, clock: any Clock<Duration> = ContinuousClock()) -> On {
        changing { stub in
            if stub.replies.isEmpty { stub.replies = [.status(200)] }
            stub.replies = stub.replies.map { $0.delayed(by: duration, clock: clock) }
        }
    }

    /// …with the body of every answer so far at this speed. It still comes in one piece, when its last byte would have come.
    public func slow(bytesPerSecond: Int, clock: any Clock<Duration> = ContinuousClock()) -> On {
        changing { stub in stub.replies = stub.replies.map { $0.slowed(to: bytesPerSecond, clock: clock) } }
    }
}

/// Which requests get which answers, and how often: what ``On`` describes, for a list of stubs of different endpoints.
public struct MockStub: Sendable {
    let target: RequestMatcher
    let place: SourcePlace
    var replies: [MockReply] = []
    var repeatsLast = false
    var isOptional = false

    /// The answer to the call of that number, from 0; nil when there is none left. Without any, success and an empty body.
    func reply(to call: Int) -> MockReply? {
        if repeatsLast || call < count { return replies.isEmpty ? .status(200) : replies[min(call, count - 1)] }
        return nil
    }

    /// How many answers there are.
    var count: Int { max(1, replies.count) }

    /// How many of them must be given.
    var needed: Int {
        if isOptional { return 0 }
        return repeatsLast ? count - 1 : count
    }

    /// `On(BookEndpoint.self), BookTests.swift:12: 1 of 2 answers given`
    func summary(_ plays: Int) -> String {
        let answers =
            repeatsLast ? "\(plays) answers given" : "\(plays) of \(count) \(count == 1 ? "answer" : "answers") given"
        return "\(target.name), \(place): \(answers)"
    }
}

/// A place in the source of a test.
struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
    let fileID: String
    let line: UInt

    /// `BookTests.swift:12`
    var description: String { "\(fileID.split(separator: "/").last ?? ""):\(line)" }
}

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
