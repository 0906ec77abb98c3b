import EndpointCore
import Testing

/// The endpoints of a module that sets its decoder once.
private protocol ChatEndpoint: Endpoint {}

extension ChatEndpoint {
    var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }
}

private struct Message: Codable, Hashable, Sendable {
    var text: String?
    var toolCalls: [String]?
}

@Suite struct DecoderTests {
    private struct MessageEndpoint: ChatEndpoint, JsonEndpoint {
        typealias Content = Message

        func makeRequest() throws -> URLRequest { try .get("message") }
    }

    private struct AnswerEndpoint: ChatEndpoint {
        enum Content: Hashable, Sendable {
            case text(String)
            case calls([String])
        }

        func makeRequest() throws -> URLRequest { try .get("answer") }

        func content(from response: URLResponse?, with body: Data) throws -> Content {
            let message = try decode(Message.self, from: response, with: body)
            return message.toolCalls.map(Content.calls) ?? .text(message.text ?? "")
        }
    }

    private enum Chat: Route, ChatEndpoint {
        case message

        var path: URLPath { "message" }
    }

    private struct MessageEvents: ChatEndpoint, JsonEndpoint, EventStreamEndpoint {
        typealias Content = Message

        func makeRequest() throws -> URLRequest { try .get("messages") }
    }

    private let body = Data(#"{"tool_calls": ["weather"]}"#.utf8)

    @Test func `the decoder of a module decodes the content of a JSON endpoint`() throws {
        #expect(try MessageEndpoint().content(from: nil, with: body).toolCalls == ["weather"])
    }

    @Test func `the decoder of a module decodes what an endpoint makes its content of`() throws {
        #expect(try AnswerEndpoint().content(from: nil, with: body) == .calls(["weather"]))
    }

    @Test func `the decoder of a module decodes a route with as(_:)`() throws {
        #expect(try Chat.message.as(Message.self).content(from: nil, with: body).toolCalls == ["weather"])
        let plain = Chat.message.as(Message.self, decoder: JSONDecoder())
        #expect(try plain.content(from: nil, with: body).toolCalls == nil)
    }

    @Test func `the decoder of a module decodes the elements of a stream`() throws {
        let event = ServerSentEvent(data: #"{"tool_calls": ["weather"]}"#)
        #expect(try MessageEvents().read(event, from: nil).content?.toolCalls == ["weather"])
    }

    @Test func `another decoder can be given`() throws {
        let message = try AnswerEndpoint().decode(Message.self, from: nil, with: body, by: JSONDecoder())
        #expect(message.toolCalls == nil)
    }
}

@Suite struct AbsentContentTests {
    private struct Person: Codable, Hashable, Sendable { let name: String }

    private struct PersonEndpoint: JsonEndpoint {
        typealias Content = Person?

        func makeRequest() throws -> URLRequest { try .get("person") }
    }

    private struct NestedPersonEndpoint: NestedJsonEndpoint {
        typealias Content = Person?
        static let contentKey = "person"

        func makeRequest() throws -> URLRequest { try .get("person") }
    }

    private struct Raw: Endpoint {
        typealias Content = Data

        func makeRequest() throws -> URLRequest { try .get("person") }
    }

    @Test(arguments: [(204, ""), (200, ""), (204, " ")])
    func `an optional content is nil for a response without one`(status: Int, body: String) throws {
        let body = Data(body.utf8)
        #expect(try PersonEndpoint().content(from: response(status), with: body) == nil)
        #expect(try NestedPersonEndpoint().content(from: response(status), with: body) == nil)
        #expect(try Raw().as(Person?.self).content(from: response(status), with: body) == nil)
    }

    @Test func `an optional content is read where there is one`() throws {
        let person = Data(#"{"name": "Ann"}"#.utf8)
        #expect(try PersonEndpoint().content(from: response(), with: person) == Person(name: "Ann"))
        let nested = Data(#"{"person": {"name": "Ann"}}"#.utf8)
        #expect(try NestedPersonEndpoint().content(from: response(), with: nested) == Person(name: "Ann"))
        #expect(throws: ContentError.self) { try PersonEndpoint().content(from: response(), with: Data("x".utf8)) }
    }

    @Test func `a content that is no optional has to be there`() {
        #expect(throws: ContentError.self) { try UserEndpoint().content(from: response(204), with: Data()) }
    }
}

@Suite struct AcceptTests {
    private struct Names: NestedJsonEndpoint {
        typealias Content = [String]
        static let contentKey = "names"

        func makeRequest() throws -> URLRequest { try .get("names") }
    }

    private struct Picky: JsonEndpoint {
        typealias Content = [String]

        func makeRequest() throws -> URLRequest { try .get("names", headers: ["accept": "application/vnd.api+json"]) }
    }

    private struct Upload: JsonEndpoint, UploadEndpoint {
        typealias Content = [String]

        func makeRequest() throws -> (URLRequest, UploadEndpointBody) { (try .put("x"), .data(Data([1]))) }
    }

    private struct Raw: Endpoint {
        typealias Content = Data

        func makeRequest() throws -> URLRequest { try .get("x") }
    }

    private struct Events: JsonEndpoint, EventStreamEndpoint {
        typealias Content = [String]

        func makeRequest() throws -> URLRequest { try .get("x") }
    }

    private struct Lines: JsonLinesEndpoint {
        typealias Content = [String]

        func makeRequest() throws -> URLRequest { try .get("x") }
    }

    private func accept(_ request: APIRequest) -> String? { request.urlRequest.value(forHTTPHeaderField: "Accept") }

    @Test func `a JSON endpoint asks for JSON`() throws {
        #expect(try accept(UserEndpoint().makeAPIRequest()) == "application/json")
        #expect(try accept(Names().makeAPIRequest()) == "application/json")
        #expect(try accept(Upload().makeAPIRequest()) == "application/json")
        #expect(try accept(Raw().as([String].self).makeAPIRequest()) == "application/json")
    }

    @Test func `the request's own Accept counts`() throws {
        #expect(try accept(Picky().makeAPIRequest()) == "application/vnd.api+json")
    }

    @Test func `other endpoints and streams do not ask for JSON`() throws {
        #expect(try accept(Raw().makeAPIRequest()) == nil)
        #expect(try accept(Events().makeAPIRequest()) == nil)
        #expect(try accept(Events().makeStreamRequest()) == "text/event-stream")
        #expect(try accept(Lines().makeStreamRequest()) == nil)
    }
}
