import Apexy
import ApexyURLSession
import Foundation

struct Song: Codable { let id: String, title: String, artist: String }
struct NewSong: Encodable { let title: String, artist: String }
struct MusicError: Error, Decodable { let message: String }
struct HTTPError: Error { let status: Int }

protocol MusicEndpoint: Endpoint, URLRequestBuildable {}

extension MusicEndpoint {
    func validate(_ request: URLRequest?, response: HTTPURLResponse, data: Data?) throws {
        guard !(200..<300).contains(response.statusCode) else { return }
        let error = try? JSONDecoder().decode(MusicError.self, from: data ?? Data())
        throw error ?? HTTPError(status: response.statusCode)
    }
}

extension MusicEndpoint where Content: Decodable {
    func content(from response: URLResponse?, with body: Data) throws -> Content {
        try JSONDecoder().decode(Content.self, from: body)
    }
}

struct SongList: MusicEndpoint {
    typealias Content = [Song]
    let artist: String

    func makeRequest() throws -> URLRequest {
        get(URL(string: "songs")!, queryItems: [URLQueryItem(name: "artist", value: artist)])
    }
}

struct AddSong: MusicEndpoint {
    typealias Content = Song
    let song: NewSong

    func makeRequest() throws -> URLRequest {
        post(URL(string: "songs")!, body: .json(try JSONEncoder().encode(song)))
    }
}

struct DeleteSong: MusicEndpoint {
    let id: String

    func makeRequest() throws -> URLRequest { delete(URL(string: "songs")!.appendingPathComponent(id)) }
    func content(from response: URLResponse?, with body: Data) throws {}
}

final class TokenAdapter: BaseRequestAdapter {
    var token = ""

    override func adapt(_ urlRequest: URLRequest) throws -> URLRequest {
        var request = try super.adapt(urlRequest)
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        return request
    }
}

func makeClient(token: String) -> URLSessionClient {
    let adapter = TokenAdapter(baseURL: URL(string: "https://api.example.com/v1/")!)
    adapter.token = token
    return URLSessionClient(requestAdapter: adapter)
}

func showSongs(client: URLSessionClient) async {
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
