import Foundation
import Get

struct Song: Codable, Sendable { let id: String, title: String, artist: String }
struct NewSong: Encodable, Sendable { let title: String, artist: String }
struct MusicError: Error, Decodable { let message: String }

enum MusicAPI {
    static func list(artist: String) -> Request<[Song]> {
        Request(path: "songs", query: [("artist", artist)])
    }

    static func add(_ song: NewSong) -> Request<Song> {
        Request(path: "songs", method: .post, body: song)
    }

    static func delete(id: String) -> Request<Void> {
        Request(path: "songs/\(id)", method: .delete)
    }
}

struct MusicDelegate: APIClientDelegate {
    let token: String

    func client(_ client: APIClient, willSendRequest request: inout URLRequest) async throws {
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    }

    func client(
        _ client: APIClient, validateResponse response: HTTPURLResponse, data: Data, task: URLSessionTask
    ) throws {
        guard !(200..<300).contains(response.statusCode) else { return }
        let error = try? JSONDecoder().decode(MusicError.self, from: data)
        throw error ?? APIError.unacceptableStatusCode(response.statusCode)
    }
}

func makeClient(token: String) -> APIClient {
    APIClient(baseURL: URL(string: "https://api.example.com/v1")) { $0.delegate = MusicDelegate(token: token) }
}

func showSongs(client: APIClient) async {
    do {
        for song in try await client.send(MusicAPI.list(artist: "Björk")).value { print(song.title) }
        let song = try await client.send(MusicAPI.add(NewSong(title: "Jóga", artist: "Björk"))).value
        try await client.send(MusicAPI.delete(id: song.id))
    } catch let error as MusicError {
        print(error.message)
    } catch {
        print(error.localizedDescription)
    }
}
