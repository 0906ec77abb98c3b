import EndpointTesting
import Testing

/// What a program gets from a replay although the file was searched for secrets, and what it reads of a broken file.
@Suite struct RecordedFidelityTests {
    private let folder: TemporaryFolder
    private let file: CassetteFile

    init() throws {
        folder = try TemporaryFolder()
        file = folder.cassette()
    }

    /// Records a request with an answer, and returns both as a replay has them.
    private func replayed(
        _ request: URLRequest, _ answer: @escaping @Sendable (APIRequest) throws -> APIResponse
    ) async throws -> APIResponse {
        let recording = try CassetteSession(file, mode: .all)
        _ = try await recording.client(over: MockClient { try answer($0) }, baseURL: api)
            .send(APIRequest(request, for: NumberEndpoint()))
        try recording.finish()
        let replay = try CassetteSession(file, mode: .replay)
        let response = try await replay.client(over: MockClient { _ in throw URLError(.unknown) }, baseURL: api)
            .send(APIRequest(request, for: NumberEndpoint()))
        try replay.finish()
        return response
    }

    @Test func `the replayed URL after a redirect is the final one`() async throws {
        let final = try #require(URL(string: "https://cdn.example.com/v2/number?page=2"))
        let response = try await replayed(.get("number")) { _ in
            let http = HTTPURLResponse(url: final, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: nil)
            return APIResponse(http: try #require(http), body: .data(Data("1".utf8)))
        }
        #expect(response.http.url == final)
    }

    @Test(arguments: [
        #"{"errors":{"password":["is too short"]}}"#,
        #"{"errors":{"password":["is too short","must contain a digit"],"token":["has expired"]}}"#,
        #"{"message":"The given data was invalid.","errors":{"password":["The password must be at least 8 characters."]}}"#,
        #"{"password":["This field may not be blank."]}"#,
        #"{"errors":[{"field":"password","message":"is too short"}]}"#,
        #"{"violations":{"password":"is too short"}}"#,
    ])
    func `the field errors of a failing response are replayed as they were`(text: String) async throws {
        let request: URLRequest = try .post("users", body: .json(["password": "hunter2-x"]))
        let response = try await replayed(request) { try .json(text, status: 422, to: $0) }
        #expect(String(decoding: response.data, as: UTF8.self) == text)
    }

    @Test func `a file with a conflict of git is named with the remedy`() throws {
        let text = "{\n<<<<<<< HEAD\n\"log\": 1\n=======\n\"log\": 2\n>>>>>>> branch\n}"
        try Data(text.utf8).write(to: file.url)
        let error = #expect(throws: CassetteError.self) { try CassetteSession(file, mode: .replay) }
        let sentence = try #require(error).description
        #expect(sentence.contains("test.har has a conflict of git in line 2."))
        #expect(sentence.contains("Take one side with git checkout --ours or --theirs, or record it again."))
    }

    @Test func `a file whose separate body is missing is named with the remedy`() throws {
        var apart = CassetteFile(file.url)
        apart.format.largestEmbeddedBody = 0
        try apart.save(Cassette([.number(1)]))
        try FileManager.default.removeItem(at: folder.file("test.har.1.response.json"))
        let error = #expect(throws: CassetteError.self) { try CassetteSession(file, mode: .replay) }
        let sentence = try #require(error).description
        #expect(sentence.contains(#"test.har names the file "test.har.1.response.json""#))
        #expect(sentence.contains("which is not beside it. Add it to the commit, or record the cassette again."))
    }
}
