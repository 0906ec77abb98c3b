import EndpointClient

struct Song: Codable { let id: String, title: String, artist: String }
struct NewSong: Encodable { let title: String, artist: String }

struct MusicError: APIFailure, Decodable {
    let message: String
    var exchange = FailedExchange()
}

protocol MusicEndpoint: Endpoint {}

extension MusicEndpoint {
    func validate(_ response: URLResponse?, with body: Data) throws {
        try HTTPError.check(response, with: body, orThrow: MusicError.self)
    }
}

struct SongList: MusicEndpoint, JsonEndpoint {
    typealias Content = [Song]
    let artist: String
    func makeRequest() throws -> URLRequest { try .get("songs", query: ["artist": artist]) }
}

struct AddSong: MusicEndpoint, JsonEndpoint {
    typealias Content = Song
    let song: NewSong
    func makeRequest() throws -> URLRequest { try .post("songs", body: .json(song)) }
}

struct DeleteSong: MusicEndpoint, VoidEndpoint {
    let id: String
    func makeRequest() throws -> URLRequest { try .delete("songs/\(id)") }
}

func makeClient(token: String) -> any APIClient {
    LiveClient(baseURL: URL(string: "https://api.example.com/v1")!).standard { $0.credential = .bearer(token) }
}

func showSongs(client: any APIClient) async {
    do {
        for song in try await client.request(SongList(artist: "Björk")) { print(song.title) }
        let song = try await client.request(AddSong(song: NewSong(title: "Jóga", artist: "Björk")))
        try await client.request(DeleteSong(id: song.id))
    } catch let error as MusicError {
        print(error.message)
    } catch {
        print(error.localizedDescription)
    }
}
