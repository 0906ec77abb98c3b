import APIKit
import Foundation

struct Song: Codable { let id: String, title: String, artist: String }
struct NewSong { let title: String, artist: String }
struct MusicError: Error, Decodable { let message: String }

struct BodyParser: DataParser {
    let contentType: String? = "application/json"
    func parse(data: Data) throws -> Any { data }
}

protocol MusicRequest: Request {
    var token: String { get }
}

extension MusicRequest {
    var baseURL: URL { URL(string: "https://api.example.com/v1")! }
    var headerFields: [String: String] { ["Authorization": "Bearer \(token)"] }
    var dataParser: DataParser { BodyParser() }

    func intercept(object: Any, urlResponse: HTTPURLResponse) throws -> Any {
        let status = urlResponse.statusCode
        guard !(200..<300).contains(status), let body = object as? Data else { return object }
        let error = try? JSONDecoder().decode(MusicError.self, from: body)
        throw error ?? ResponseError.unacceptableStatusCode(status)
    }
}

extension MusicRequest where Response: Decodable {
    func response(from object: Any, urlResponse: HTTPURLResponse) throws -> Response {
        guard let body = object as? Data else { throw ResponseError.unexpectedObject(object) }
        return try JSONDecoder().decode(Response.self, from: body)
    }
}

struct SongList: MusicRequest {
    typealias Response = [Song]
    let token: String, artist: String
    let method = HTTPMethod.get, path = "songs"
    var parameters: Any? { ["artist": artist] }
}

struct AddSong: MusicRequest {
    typealias Response = Song
    let token: String, song: NewSong
    let method = HTTPMethod.post, path = "songs"
    var parameters: Any? { ["title": song.title, "artist": song.artist] }
}

struct DeleteSong: MusicRequest {
    typealias Response = Void
    let token: String, id: String
    let method = HTTPMethod.delete
    var path: String { "songs/\(id)" }
}

func showSongs(token: String) async {
    do {
        let songs = try await Session.response(for: SongList(token: token, artist: "Björk"))
        for song in songs { print(song.title) }
        let new = NewSong(title: "Jóga", artist: "Björk")
        let song = try await Session.response(for: AddSong(token: token, song: new))
        try await Session.response(for: DeleteSong(token: token, id: song.id))
    } catch SessionTaskError.responseError(let error as MusicError) {
        print(error.message)
    } catch {
        print(error.localizedDescription)
    }
}
