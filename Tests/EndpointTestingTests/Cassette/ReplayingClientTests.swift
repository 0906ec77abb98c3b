import EndpointTesting
import TestSupport
import Testing

@Suite struct ReplayingClientTests {
    @Test func `equal requests are answered in the order of the recording`() async throws {
        let client = ReplayingClient(Cassette([.number(1), .number(2)]), baseURL: api)
        #expect(try await client.request(NumberEndpoint()) == 1)
        #expect(try await client.request(NumberEndpoint()) == 2)
        try client.replay.verify()
    }

    @Test func `a request that wasn't recorded throws an error and is remembered`() async throws {
        let client = ReplayingClient(Cassette([.number(1)]), baseURL: api)
        let miss = try await #require(throws: UnmatchedRequest.self) {
            try await client.request(NumberEndpoint(path: "other"))
        }
        #expect(miss.origin == "NumberEndpoint")
        #expect(miss.request.url == "https://api.example.com/v1/other")
        _ = try? await client.request(NumberEndpoint(path: "third"))
        #expect(client.replay.unmatched.map(\.request.url).map { $0.suffix(5) } == ["other", "third"])
        let failure = try #require(throws: CassetteError.self) { try client.replay.verify() }
        #expect(failure.problems.count == 2)
    }

    @Test func `a request that comes once too often is an error`() async throws {
        let client = ReplayingClient(Cassette([.number(1)]), baseURL: api)
        _ = try await client.request(NumberEndpoint())
        let miss = try await #require(throws: UnmatchedRequest.self) { try await client.request(NumberEndpoint()) }
        #expect(miss.reason == .exhausted(last: 0, recorded: 1))
    }

    @Test func `the last answer is repeated if repeats are allowed`() async throws {
        let client = ReplayingClient(Cassette([.number(1), .number(2)]), baseURL: api, allowRepeats: true)
        for number in [1, 2, 2, 2] { #expect(try await client.request(NumberEndpoint()) == number) }
    }

    @Test func `a replay can keep a strict order`() async throws {
        let cassette = Cassette([.number(1, at: "a"), .number(2, at: "b")])
        let client = ReplayingClient(cassette, baseURL: api, order: .strict)
        await #expect(throws: UnmatchedRequest.self) { try await client.request(NumberEndpoint(path: "b")) }
        #expect(try await client.request(NumberEndpoint(path: "a")) == 1)
    }

    @Test func `an interaction that was never requested is reported`() async throws {
        let client = ReplayingClient(Cassette([.number(1), .number(2, at: "b")]), baseURL: api)
        _ = try await client.request(NumberEndpoint())
        #expect(client.replay.unused?.unusedIndices == [1])
        let failure = try #require(throws: CassetteError.self) { try client.replay.verify() }
        #expect(failure.problems.first?.unusedIndices != nil)
    }

    @Test func `a recorded failure is thrown with its code`() async throws {
        let request = Interaction.Request("GET", "https://api.example.com/v1/number")
        let cassette = Cassette([Interaction(request, .failure(.init(.timedOut)))])
        let error = try await #require(throws: URLError.self) {
            try await ReplayingClient(cassette, baseURL: api).request(NumberEndpoint())
        }
        #expect(error.code == .timedOut)
    }

    @Test func `a request that would leave the base URL isn't answered`() async {
        let client = ReplayingClient(Cassette(), baseURL: api)
        await #expect(throws: RequestError.self) {
            try await client.send(APIRequest(URLRequest(url: URL(string: "../up")!), for: NumberEndpoint()))
        }
        #expect(client.replay.unmatched.isEmpty)
    }

    @Test func `a request that can't be sent is described with the redaction`() async throws {
        let redaction = Redaction.standard.redacting(values: ["mauve-otter"])
        let client = ReplayingClient(Cassette(), baseURL: api, redaction: redaction)
        let request = URLRequest(url: try #require(URL(string: "../mauve-otter")))
        let error = await #expect(throws: RequestError.self) {
            try await client.send(APIRequest(request, for: NumberEndpoint()))
        }
        #expect(error?.description.contains("{{secret}}") == true)
    }

    @Test func `the replayed answer has the requested URL and no header of the encoded body`() async throws {
        var interaction = Interaction.number(1)
        interaction.outcome = .response(
            .init(
                200, headers: ["Content-Encoding": "gzip", "Content-Length": "9", "X": "y"],
                body: Data("1".utf8)))
        let client = ReplayingClient(Cassette([interaction]), baseURL: api, matching: .standard.ignoring(.query("t")))
        let request = APIRequest(URLRequest(url: URL(string: "number?t=1")!), for: NumberEndpoint())
        let response = try await client.send(request)
        #expect(response.http.url?.absoluteString == "https://api.example.com/v1/number?t=1")
        #expect(response.http.allHeaderFields.keys.map { "\($0)" } == ["X"])
        #expect(response.data == Data("1".utf8))
    }

    @Test func `a live secret matches a recorded placeholder`() async throws {
        var interaction = Interaction.number(1, at: "number?api_key=live-key-1234")
        var placeholders = PlaceholderTable()
        interaction = interaction.redacted(by: .standard, into: &placeholders)
        #expect(interaction.request.url.contains("secret"))
        let client = ReplayingClient(Cassette([interaction]), baseURL: api)
        let request = APIRequest(URLRequest(url: URL(string: "number?api_key=another-key-99")!), for: NumberEndpoint())
        #expect(try await client.send(request).data == Data("1".utf8))
        let miss = await #expect(throws: UnmatchedRequest.self) { try await client.send(request) }
        #expect(miss?.description.contains("another-key-99") == false)
    }

    @Test func `a cancelled caller gets no answer and uses none up`() async throws {
        let client = ReplayingClient(Cassette([.number(1)]), baseURL: api)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.request(NumberEndpoint())
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await client.request(NumberEndpoint()) == 1)
    }

    @Test func `each of many tasks gets its answers in order, every time`() async throws {
        let interactions = (0..<20).flatMap { reply in (0..<50).map { Interaction.number(reply, at: "tasks/\($0)") } }
        for _ in 0..<(isThorough ? 100 : 20) {
            let client = ReplayingClient(Cassette(interactions), baseURL: api)
            let isExact = try await withThrowingTaskGroup(of: Bool.self) { group in
                for task in 0..<50 {
                    group.addTask {
                        for reply in 0..<20
                        where try await client.request(NumberEndpoint(path: "tasks/\(task)")) != reply {
                            return false
                        }
                        return true
                    }
                }
                return try await group.allSatisfy { $0 }
            }
            #expect(isExact)
            try client.replay.verify()
        }
    }

    @Test func `many tasks with the same request get each answer once`() async throws {
        let client = ReplayingClient(Cassette((0..<1000).map { .number($0) }), baseURL: api)
        let numbers = try await withThrowingTaskGroup(of: [Int].self) { group in
            for _ in 0..<50 {
                group.addTask {
                    var numbers: [Int] = []
                    for _ in 0..<20 { numbers.append(try await client.request(NumberEndpoint())) }
                    return numbers
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(numbers.sorted() == Array(0..<1000))
    }
}
