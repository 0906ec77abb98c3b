import EndpointTesting
import Testing

private func listWithResponse(client: any APIClient) async throws -> Int {
    let (songs, http) = try await client.response(for: SongList(artist: "Björk"))

    print(songs.map(\.title))
    return http.statusCode
}

@Suite(.timeLimit(.minutes(10))) struct SongProgramTests {
    @Test func `the program prints the titles, and the message of a failure`() async throws {
        let lines = try await Output.lines(2) {
            let client = MockClient {
                On(SongList(artist: "Björk")).reply([Song(id: "1", title: "Hyperballad", artist: "Björk")])
                On(AddSong.self).status(422, json: #"{"message": "There is such a song."}"#)
            }
            await showSongs(client: client)  // prints "Hyperballad" and "There is such a song."
            try client.verify()
        }
        #expect(lines == ["Hyperballad", "There is such a song."])
    }

    @Test func `the program lists, adds and deletes, with a token`() async throws {
        let server = try LoopbackServer { request in
            switch (request.method, request.target) {
            case ("GET", _): .json("[]")
            case ("POST", _): .json(#"{"id": "a/b", "title": "Jóga", "artist": "Björk"}"#, status: 201)
            default: .status(204)
            }
        }
        let client = LiveClient(baseURL: server.url).standard { $0.credential = .bearer("secret") }
        await showSongs(client: client)
        let requests = await server.received(3)
        #expect(requests.map(\.method) == ["GET", "POST", "DELETE"])
        #expect(requests.map(\.target) == ["/songs?artist=Bj%C3%B6rk", "/songs", "/songs/a%2Fb"])
        #expect(requests.allSatisfy { $0.header("Authorization") == "Bearer secret" })
    }

    @Test func `a failure without a message is described as the pages say`() async throws {
        let server = try LoopbackServer { _ in .status(404) }
        let lines = await Output.lines(1) {
            await showSongs(client: LiveClient(baseURL: server.url.appendingPathComponent("v1")).standard)
        }
        #expect(lines == ["GET /v1/songs?artist=Bj%C3%B6rk → 404 Not Found"])
    }

    @Test func `the client of the program is for the API`() {
        #expect("\(makeClient(token: "secret"))".contains("api.example.com"))
    }

    @Test func `the response comes with the songs`() async throws {
        let client = MockClient { On(SongList.self).reply([]) }
        #expect(try await listWithResponse(client: client) == 200)
    }
}
