import Testing

@testable import EndpointTesting

@Suite struct CassetteSessionTests {
    private let folder: TemporaryFolder
    private let file: CassetteFile
    private let answers = Locked(100)

    init() throws {
        folder = try TemporaryFolder()
        file = folder.cassette()
    }

    @Test func `mode auto records, reports it once, and replays from then on`() async throws {
        let first = try session(.auto)
        #expect(try await first.client.request(NumberEndpoint()) == 101)
        #expect(try problems(first.session) == [CassetteError(.recorded(1), file: file.url.path)])
        let second = try session(.auto)
        #expect(try await second.client.request(NumberEndpoint()) == 101)
        try second.session.finish()
        await #expect(throws: UnmatchedRequest.self) { try await second.client.request(NumberEndpoint(path: "new")) }
        #expect(throws: CassetteError.self) { try second.session.finish() }
        #expect(asked == 1)
    }

    @Test func `mode auto keeps nothing of a failed test`() async throws {
        let (session, client) = try session(.auto)
        _ = try await client.request(NumberEndpoint())
        try session.finish(testPassed: false)
        #expect(!file.exists)
    }

    @Test func `mode auto sends no request with an unsafe method`() async throws {
        let (session, client) = try session(.auto)
        _ = try await client.request(NumberEndpoint())
        _ = try? await client.request(NumberEndpoint(method: .post))
        let failure = try #require(throws: CassetteError.self) { try session.finish() }
        #expect("\(failure)".contains("POST https://api.example.com/v1/number"))
        #expect("\(failure)".contains("ENDPOINT_CASSETTE=all swift test --filter 'the test'"))
        #expect(asked == 1)
        #expect(!file.exists)
    }

    @Test func `the refusal to send shows no secret that the request repeats`() async throws {
        let (session, client) = try session(.auto)
        let request: URLRequest = try .post("me/canary-1234", headers: ["Authorization": "Bearer canary-1234"])
        let issue = try await #require(throws: CassetteError.self) {
            try await client.send(APIRequest(request, for: NumberEndpoint()))
        }
        #expect(issue.description.contains("POST https://api.example.com/v1/me/"))
        #expect(!issue.description.contains("canary"))
        #expect(throws: CassetteError.self) { try session.finish() }
    }

    @Test func `mode replay without a file says how to record`() async throws {
        let (session, client) = try session(.replay)
        let miss = try await #require(throws: UnmatchedRequest.self) { try await client.request(NumberEndpoint()) }
        #expect(miss.description.contains("ENDPOINT_CASSETTE=all swift test --filter 'the test'"))
        #expect(throws: CassetteError.self) { try session.finish() }
        #expect(asked == 0)
    }

    @Test func `mode missing replays what is there and appends the rest, unsafe or not`() async throws {
        try file.save(Cassette([.number(1)]))
        let (session, client) = try session(.missing)
        #expect(try await client.request(NumberEndpoint()) == 1)
        #expect(try await client.request(NumberEndpoint()) == 101)
        #expect(try await client.request(NumberEndpoint(method: .delete)) == 102)
        try session.finish()
        #expect(try numbers() == ["1", "101", "102"])
    }

    @Test func `mode missing keeps nothing of a failed test`() async throws {
        try file.save(Cassette([.number(1)]))
        let (session, client) = try session(.missing)
        #expect(try await client.request(NumberEndpoint(path: "new")) == 101)
        try session.finish(testPassed: false)
        #expect(try numbers() == ["1"])
    }

    @Test(arguments: ["broken", #"{"log": {}}"#, #"{"log": {"entries": [{}]}}"#])
    func `mode all replaces a file that isn't a cassette`(content: String) async throws {
        try Data(content.utf8).write(to: file.url)
        let failing = try session(.all)
        _ = try await failing.client.request(NumberEndpoint())
        try failing.session.finish(testPassed: false)
        #expect(try Data(contentsOf: file.url) == Data(content.utf8))
        let passing = try session(.all)
        _ = try await passing.client.request(NumberEndpoint())
        try passing.session.finish()
        #expect(try numbers() == ["102"])
    }

    @Test func `mode all replaces a cassette whose body is missing`() async throws {
        var apart = CassetteFile(file.url)
        apart.format.largestEmbeddedBody = 0
        try apart.save(Cassette([.number(1)]))
        try FileManager.default.removeItem(at: folder.file("test.har.1.response.json"))
        let (session, client) = try session(.all)
        _ = try await client.request(NumberEndpoint())
        try session.finish()
        #expect(try numbers() == ["101"])
    }

    @Test func `mode all records everything again if the test passed`() async throws {
        try file.save(Cassette([.number(1), .number(2, at: "old")]))
        let failing = try session(.all)
        #expect(try await failing.client.request(NumberEndpoint()) == 101)
        try failing.session.finish(testPassed: false)
        #expect(try numbers() == ["1", "2"])
        let passing = try session(.all)
        #expect(try await passing.client.request(NumberEndpoint()) == 102)
        try passing.session.finish()
        #expect(try numbers() == ["102"])
    }

    @Test func `mode verify reports drift of shape and writes nothing`() async throws {
        try file.save(Cassette([.number(1)]))
        let before = try Data(contentsOf: file.url)
        let same = try session(.verify)
        #expect(try await same.client.request(NumberEndpoint()) == 101)
        try same.session.finish()
        let other = try session(.verify, answer: #"{"number": 1}"#)
        _ = try? await other.client.request(NumberEndpoint())
        let failure = try #require(throws: CassetteError.self) { try other.session.finish() }
        #expect("\(failure)".contains("The API has drifted away from"))
        #expect(try Data(contentsOf: file.url) == before)
    }

    @Test(arguments: [false, true])
    func `mode verify sends unsafe requests only if it is told to`(verifiesWrites: Bool) async throws {
        try file.save(Cassette([.number(1), .number(2, method: "POST"), .number(3, method: "DELETE")]))
        var options = CassetteOptions()
        options.verifiesWrites = verifiesWrites
        let session = try CassetteSession(file, mode: .verify, options: options)
        let sent = Locked([String]())
        let mock = MockClient { request in
            sent.withLock { $0.append(request.urlRequest.httpMethod ?? "") }
            return try .json("100", to: request)
        }
        let client = session.client(over: mock, baseURL: api)
        for method in [HTTPMethod.get, .post, .delete] {
            _ = try await client.request(NumberEndpoint(method: method))
        }
        try session.finish()
        #expect(sent.withLock { $0 } == (verifiesWrites ? ["GET", "POST", "DELETE"] : ["GET"]))
        #expect(session.warnings.map { $0.contains("2 requests were not sent") } == (verifiesWrites ? [] : [true]))
    }

    @Test func `verify of an upload to a URL that the API signs is quiet where nothing has changed`() async throws {
        func session(_ mode: CassetteMode, signedBy signature: String) async throws -> CassetteSession {
            var options = CassetteOptions()
            options.verifiesWrites = true
            let session = try CassetteSession(file, mode: mode, options: options)
            let path = "number?X-Amz-Credential=AKIA\(signature)%2F20240501%2Feu&X-Amz-Signature=\(signature)f00"
            let mock = MockClient { request in
                let isUpload = request.urlRequest.httpMethod == "PUT"
                return try .json(isUpload ? "1" : #"{"url":"https://api.example.com/v1/\#(path)"}"#, to: request)
            }
            let client = session.client(over: mock, baseURL: api)
            _ = try? await client.request(NumberEndpoint(path: "presign"))
            var upload: URLRequest = try .put("number")
            upload.url = URL(string: path, relativeTo: api.appendingPathComponent("x"))
            _ = try await client.send(APIRequest(upload, for: NumberEndpoint()))
            return session
        }
        try await session(.all, signedBy: "aeeed9bbccd4d02ee5c0").finish()
        try await session(.verify, signedBy: "0b1c2d3e4f5a6b7c8d9e").finish()
    }

    @Test func `mode verify speaks of one unsent request in the singular`() async throws {
        try file.save(Cassette([.number(1, method: "POST")]))
        let (session, client) = try session(.verify)
        _ = try await client.request(NumberEndpoint(method: .post))
        try session.finish()
        #expect(session.warnings.map { $0.contains("1 request was not sent") } == [true])
    }

    @Test func `an unmatched request names at most five skipped entries of the file`() async throws {
        let bad = Array(repeating: #"{"request": {"method": "GET"}}"#, count: 7).joined(separator: ",")
        try Data(#"{"log": {"version": "1.2", "entries": [\#(bad)]}}"#.utf8).write(to: file.url)
        let (_, client) = try session(.replay)
        let miss = try await #require(throws: UnmatchedRequest.self) { try await client.request(NumberEndpoint()) }
        #expect(miss.description.components(separatedBy: "The file has other entries: ").count == 6)
    }

    @Test func `mode all replaces a file that is too large to be loaded`() async throws {
        #expect(FileManager.default.createFile(atPath: file.url.path, contents: nil))
        try FileHandle(forWritingTo: file.url).truncate(atOffset: UInt64(CassetteFile.limit) + 1)
        let (session, client) = try session(.all)
        _ = try await client.request(NumberEndpoint())
        try session.finish()
        #expect(try numbers() == ["101"])
    }

    @Test func `the traffic of a test contains its bodies, however the file keeps them`() async throws {
        let apart = CassetteFile(file.url, format: Cassette.Format(largestEmbeddedBody: 0))
        let session = try CassetteSession(apart, mode: .all)
        let client = session.client(over: MockClient { try .json("100", to: $0) }, baseURL: api)
        _ = try await client.request(NumberEndpoint())
        let har = try #require(try session.actualHAR())
        #expect(try Cassette.reading(har: har).cassette.interactions.map(\.response?.body) == [Data("100".utf8)])
    }

    @Test func `the traffic of a test leaves out only what holds a secret that can't be replaced`()
        async throws
    {
        // The echo is shorter than what is replaced in bytes that are no text.
        let leaking = Data([0xFF]) + Data("s3c0de".utf8)
        let session = try CassetteSession(file, mode: .all)
        let server = MockClient { request in
            request.urlRequest.url?.lastPathComponent == "code"
                ? try .answer(body: leaking, to: request) : try .json("7", to: request)
        }
        let client = session.client(over: server, baseURL: api)
        let request = NumberEndpoint(path: "code", headers: ["X-Api-Key": "s3c0de"])
        _ = try await client.send(request.makeAPIRequest())
        #expect(try await client.request(NumberEndpoint()) == 7)
        #expect(throws: CassetteError.self) { try session.finish() }
        let har = try #require(try session.actualHAR())
        #expect(!String(decoding: har, as: UTF8.self).contains("c0de"))
        let actual = try Cassette.reading(har: har).cassette.interactions
        #expect(actual.map(\.request.url) == [api.absoluteString + "/code", api.absoluteString + "/number"])
        #expect(actual.map(\.response?.body) == [nil, Data("7".utf8)])
        #expect(actual.first?.failure?.message == "left out: a secret in it cannot be replaced")
    }

    @Test func `mode verify doesn't send stand-ins for secrets, and compares the rest`() async throws {
        try file.save(Cassette([.number(1), .number(2, at: "a?token=swordfish-1234")]))
        let other = try session(.verify, answer: "true")
        _ = try? await other.client.request(NumberEndpoint())
        _ = try await other.client.request(NumberEndpoint(path: "a?token=%7B%7Bsecret%3Atoken%231%7D%7D"))
        #expect(asked == 1)
        let failure = try #require(throws: CassetteError.self) { try other.session.finish() }
        #expect("\(failure)".contains("number → boolean"))
        #expect(!"\(failure)".contains("recorded"))
    }

    @Test func `mode verify sends no request that wasn't recorded`() async throws {
        try file.save(Cassette([.number(1)]))
        let (_, client) = try session(.verify)
        await #expect(throws: UnmatchedRequest.self) { try await client.request(NumberEndpoint(path: "other")) }
        #expect(asked == 0)
    }

    @Test func `mode live ignores even a malformed file`() async throws {
        try Data("broken".utf8).write(to: file.url)
        let (session, client) = try session(.live)
        #expect(try await client.request(NumberEndpoint(method: .post)) == 101)
        try session.finish()
        #expect(try Data(contentsOf: file.url) == Data("broken".utf8))
    }

    @Test func `a malformed file is an error at once`() throws {
        try Data("broken".utf8).write(to: file.url)
        #expect(throws: CassetteError.self) { try CassetteSession(file, mode: .auto) }
    }

    @Test func `an unused interaction is reported only if the test passed`() async throws {
        try file.save(Cassette([.number(1), .number(2, at: "b")]))
        let (session, client) = try session(.replay)
        _ = try await client.request(NumberEndpoint())
        try session.finish(testPassed: false)
        let failure = try #require(throws: CassetteError.self) { try session.finish() }
        #expect(failure.problems.map { $0.unusedIndices } == [[1]])
    }

    @Test func `a recorded secret keeps its placeholder from run to run`() async throws {
        let first = try session(.missing, answer: #"{"token": "tok-aaaaaa-1"}"#)
        _ = try await first.client.send(NumberEndpoint(path: "login").makeAPIRequest())
        _ = try await first.client.send(
            NumberEndpoint(path: "me", headers: ["Authorization": "Bearer tok-aaaaaa-1"]).makeAPIRequest())
        try first.session.finish()
        let before = try Data(contentsOf: file.url)
        #expect(!String(decoding: before, as: UTF8.self).contains("tok-aaaaaa-1"))
        let second = try session(.all, answer: #"{"token": "tok-bbbbbb-2"}"#)
        _ = try await second.client.send(NumberEndpoint(path: "login").makeAPIRequest())
        _ = try await second.client.send(
            NumberEndpoint(path: "me", headers: ["Authorization": "Bearer tok-bbbbbb-2"]).makeAPIRequest())
        try second.session.finish()
        #expect(try Data(contentsOf: file.url) == before)
    }

    /// The login is recorded again, and the rest is replayed: its requests have a secret that the file does not
    /// contain.
    @Test(arguments: [nil, "https://example.com/s/1"])
    func `a newly recorded secret is recognised in replayed requests`(standIn: String?) async throws {
        for (token, kept) in [("https://login.example.com/s/aaaaaa-1", 1), ("https://login.example.com/s/bbbbbb-2", 2)]
        {
            let before = asked
            let options = standIn.map { ["$.token": $0] } ?? [:]
            let (session, client) = try session(.missing, answer: #"{"token": "\#(token)"}"#, standIns: options)
            _ = try await client.send(NumberEndpoint(path: "login").makeAPIRequest())
            _ = try await client.send(NumberEndpoint(path: "me/\(token)").makeAPIRequest())
            try session.finish()
            #expect(asked - before == 3 - kept)
            var cassette = try file.load().cassette
            cassette.interactions.removeAll { $0.request.url.hasSuffix("login") }
            try session.file.save(cassette)
        }
    }

    @Test func `a recorded secret number keeps its placeholder and is read and sent in a replay`()
        async throws
    {
        try await useNumber(.missing, 4_839_207)
        let before = try Data(contentsOf: file.url)
        #expect(!String(decoding: before, as: UTF8.self).contains("4839207"))
        try await useNumber(.all, 7_053_182)
        #expect(try Data(contentsOf: file.url) == before)
        try await useNumber(.replay, 0)
    }

    /// Reads a number from one answer and sends it with the next request.
    private func useNumber(_ mode: CassetteMode, _ number: Int) async throws {
        let (session, client) = try session(mode, answer: #"{"otp": \#(number), "token": {"id": \#(number)}}"#)
        let answer = try await client.request(CodeEndpoint(otp: 1234))
        #expect(answer.otp == answer.token["id"])
        _ = try await client.request(CodeEndpoint(otp: answer.otp))
        try session.finish()
    }

    private var asked: Int { answers.withLock { $0 } - 100 }

    private func session(
        _ mode: CassetteMode, answer: String? = nil, standIns: [String: String] = [:]
    ) throws -> (session: CassetteSession, client: CassetteClient) {
        var options = CassetteOptions()
        options.standIns = standIns
        let session = try CassetteSession(file, mode: mode, options: options, test: "the test")
        let upstream = MockClient { [answers] request in
            let number = answers.withLock { answers in
                answers += 1
                return answers
            }
            return try .json(answer ?? "\(number)", to: request)
        }
        return (session, session.client(over: upstream, baseURL: api))
    }

    private func problems(_ session: CassetteSession) throws -> [CassetteError] {
        try #require(throws: CassetteError.self) { try session.finish() }.problems
    }

    private func numbers() throws -> [String] {
        try file.load().cassette.interactions.map { String(decoding: $0.response?.body ?? Data(), as: UTF8.self) }
    }
}

/// Sends a secret number and gets others.
private struct CodeEndpoint: JsonEndpoint {
    struct Content: Decodable, Sendable {
        let otp: Int
        let token: [String: Int]
    }

    let otp: Int

    func makeRequest() throws -> URLRequest {
        try .post("codes", body: .json(["otp": otp]))
    }
}
