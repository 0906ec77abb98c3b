import EndpointTesting
import Testing

@Suite struct LiveClientHeaderTests {
    private func answered(_ engine: Engine, _ fields: HeaderFields) async throws -> HeaderFields {
        let server = try LoopbackServer { _ in .status(200, headers: fields) }
        return try await engine.client(server).get("x").headers
    }

    @Test(arguments: Engine.allCases)
    func `a header is found in any case, with all its values, however often it is repeated`(engine: Engine) async throws
    {
        let spelt = try await answered(engine, ["X-A": "1", "X-B": "", "x-a": "2"])
        #expect(spelt["x-A"] == "1, 2")
        #expect(spelt["x-b"] == "")
        let thousand = HeaderFields((0..<1000).map { .init("X-A", "\($0)") })
        #expect(try await answered(engine, thousand)["x-a"] == thousand["X-A"])
    }

    @Test(arguments: Engine.allCases)
    func `cookies are fields of their own`(engine: Engine) async throws {
        let cookies: HeaderFields = ["Set-Cookie": "a=1; Expires=Wed, 21 Oct 2015 07:28:00 GMT", "Set-Cookie": "b=2"]
        let expected = cookies.values(of: "Set-Cookie")
        #expect(try await answered(engine, cookies).values(of: "set-cookie") == expected)
    }

    @Test(arguments: Engine.allCases)
    func `a header of an environment that cannot be sent is refused`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in .text("sent") }
        let fields: [HeaderFields] = [
            ["X-A": "1", "x-a": "2"], HeaderFields((0..<1000).map { .init("X-A", "\($0)") }), ["X A": "1"], ["": "1"],
            ["X-Ä": "1"], ["X-A": " 1"], ["X-A": "1\r\nX-B: 2"],
        ]
        for headers in fields {
            let client = engine.client(baseURL: server.url, headers: headers)
            await #expect(throws: RequestError.self) { try await client.get("x") }
        }
        #expect(server.requests.isEmpty)
        let empty = engine.client(baseURL: server.url, headers: ["X-A": ""])
        #expect(try await empty.get("x").http.statusCode == 200)
        #expect(server.requests.last?.headers.values(of: "X-A") == [""])
    }

    #if os(Linux)
        @Test func `CURLClient keeps the order of the fields, and the repeated ones`() async throws {
            let fields: HeaderFields = ["X-B": "1", "X-A": "2", "x-b": "3", "Set-Cookie": "a=1", "Set-Cookie": "b=2"]
            let received = try await answered(.curl, fields).filter { $0.name != "Content-Length" }
            #expect(received.map(\.name) == fields.map(\.name))
            #expect(received.map(\.value) == fields.map(\.value))
        }
    #endif
}
