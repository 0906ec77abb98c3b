import EndpointTesting
import Testing

@Suite struct MockFaultTests {
    @Test(arguments: [
        (MockClient.Fault.timedOut, URLError.Code.timedOut), (.offline, .notConnectedToInternet),
        (.dnsFailure, .cannotFindHost),
        (.refused, .cannotConnectToHost), (.tls, .secureConnectionFailed), (.reset, .networkConnectionLost),
        (.error(.badURL), .badURL), (.error(number: -1001), .timedOut),
    ])
    func `a fault throws what URLSession throws`(fault: MockClient.Fault, code: URLError.Code) async throws {
        let client = MockClient { On(NoteEndpoint.self).fail(fault) }
        let error = try await #require(throws: URLError.self) { try await client.request(NoteEndpoint(id: "1")) }
        #expect(error.code == code)
        #expect(error.failingURL?.relativeString == "notes/1")
        #expect(error.localizedDescription.hasPrefix("GET notes/1 → "))
    }

    @Test func `the error of a fault has the sentence of its code after the request, and no secret`() async throws {
        let client = MockClient { On(NoteEndpoint.self).fail(.timedOut) }
        let query = ["access_token": "s3cr3t-0f-the-user"] as URLQuery
        let request = try APIRequest(.get("notes/1", query: query), for: NoteEndpoint(id: "1"))
        let error = try await #require(throws: URLError.self) { try await client.send(request) }
        #expect(
            error.localizedDescription
                == "GET notes/1?access_token={{secret}} → \(URLError(.timedOut).localizedDescription)")
        #expect(!"\(error.errorUserInfo)".contains("s3cr3t"))
    }

    @Test func `the error of a client called by the mock is that client's`() async throws {
        let inner = MockClient { On(NoteEndpoint.self).fail(.offline) }
        let client = MockClient { On(NoteEndpoint.self).reply(MockReply { try await inner.send($0) }) }
        let error = try await #require(throws: URLError.self) { try await client.request(NoteEndpoint(id: "1")) }
        #expect(error.localizedDescription.components(separatedBy: "→").count == 2)
    }

    @Test func `a fault can be made from the code of a URLError`() async throws {
        let code = URLError.Code.internationalRoamingOff
        let client = MockClient { On(NoteEndpoint.self).fail(code).then(.fail(.cannotFindHost)).then(.fail(.timedOut)) }
        for expected in [code, .cannotFindHost, .timedOut] {
            let error = await #expect(throws: URLError.self) { try await client.request(NoteEndpoint(id: "1")) }
            #expect(error?.code == expected)
        }
    }

    @Test(arguments: [MockClient.Fault.truncatedBody, .malformedJSON, .wrongContentType, .emptyBody])
    func `a body that can't be read is left to the endpoint`(fault: MockClient.Fault) async throws {
        let client = MockClient { On(NoteEndpoint.self).fail(fault) }
        await #expect(throws: ContentError.self) { try await client.request(NoteEndpoint(id: "1")) }
    }
}
