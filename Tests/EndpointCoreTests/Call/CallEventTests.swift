import EndpointCore
import Testing

/// The printed form of requests, responses and events.
@Suite struct CallDescriptionTests {
    private static let url = "https://user:canary@api.example.com/users/1?page=2&access_token=canary"

    private func request() throws -> APIRequest {
        let url = try #require(URL(string: Self.url))
        let headers: HeaderFields = ["Authorization": "Bearer canary"]
        var request = try URLRequest(.post, url, headers: headers)
        request.httpBody = Data(#"{"password": "canary"}"#.utf8)
        return APIRequest(request, body: .data(Data("canary".utf8)), for: UserEndpoint(id: "canary"))
    }

    private func goodResponse() throws -> APIResponse {
        APIResponse(http: try response(200, ["Set-Cookie": "session=canary"]), body: .data(Data("canary".utf8)))
    }

    private func event(_ step: CallStep) throws -> CallEvent {
        let call = ObservedCall(1, try request(), at: .zero, date: .distantPast) { _, _, _ in }
        return CallEvent(call, elapsed: .milliseconds(120), step: step)
    }

    private func prints(_ value: Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return ["\(value)", String(reflecting: value), dumped, "\([value])"]
    }

    @Test func `a request is described by method, URL and endpoint`() throws {
        let asked = "https://{{secret}}@api.example.com/users/1?page=2&access_token={{secret}}"
        #expect("\(try request())" == "POST \(asked) UserEndpoint")
        let relative = APIRequest(try .get("users/1"), for: UserEndpoint())
        #expect("\(relative)" == "GET users/1 UserEndpoint")
    }

    @Test func `the description of a request is limited in length`() throws {
        let query: URLQuery = ["q": String(repeating: "long ", count: 20_000)]
        #expect("\(APIRequest(try .get("users/1", query: query), for: UserEndpoint()))".count < 5000)
    }

    @Test func `a response is described by status and size`() throws {
        #expect(try goodResponse().description == "200 OK, 6 bytes")
    }

    @Test func `an event is described by call, request, time and step`() throws {
        let call = ObservedCall(7, APIRequest(try .get("users/1"), for: UserEndpoint()), at: .zero, date: .distantPast)
        { _, _, _ in }
        let event = CallEvent(call, elapsed: .milliseconds(120), step: .ended(.success(try goodResponse())))
        #expect("\(event)" == "#7 GET users/1 UserEndpoint, 0.120 s: ended with 200 OK, 6 bytes")
    }

    @Test func `a decision of a decorator is described by its name and fields`() {
        #expect("\(CallStep.decided(name: "joined"))" == "joined")
        let fields: [String: LogEntry.Value] = ["from": .text("disk"), "age": .seconds(.milliseconds(1500))]
        #expect("\(CallStep.decided(name: "cacheHit", fields: fields))" == "cacheHit: age 1.5, from disk")
    }

    @Test func `no request, response or event shows a secret, however it is printed`() throws {
        let failure = URLError(.timedOut, userInfo: [NSLocalizedDescriptionKey: "no answer from \(Self.url)"])
        var values: [Any] = [try request(), try goodResponse()]
        for step: CallStep in [
            .began, .ended(.success(try goodResponse())), .ended(.failure(failure)),
            .ended(.failure(HTTPError(try response(404), body: Data(#"{"password": "canary"}"#.utf8)))),
            .noCredential(because: "token=canary"), .fellBack(because: "token=canary"),
            .decided(name: "token=canary", fields: ["why": .text("token=canary")]),
        ] {
            values += [try event(step), step]
        }
        for value in values {
            #expect(prints(value).filter { $0.contains("canary") } == [])
        }
    }
}
