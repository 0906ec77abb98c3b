import Alamofire
import Foundation

struct Song: Codable, Sendable { let id: String, title: String, artist: String }
struct NewSong: Encodable, Sendable { let title: String, artist: String }
struct MusicError: Error, Decodable { let message: String }

enum MusicRouter: URLRequestConvertible {
    case list(artist: String)
    case add(NewSong)
    case delete(id: String)

    func asURLRequest() throws -> URLRequest {
        let songs = URL(string: "https://api.example.com/v1/songs")!
        switch self {
        case .list(let artist):
            let request = try URLRequest(url: songs, method: .get)
            return try URLEncodedFormParameterEncoder.default.encode(["artist": artist], into: request)
        case .add(let song):
            return try JSONParameterEncoder.default.encode(song, into: URLRequest(url: songs, method: .post))
        case .delete(let id):
            return try URLRequest(url: songs.appendingPathComponent(id), method: .delete)
        }
    }
}

func makeSession(token: String) -> Session {
    Session(
        interceptor: Adapter { request, _, completion in
            var request = request
            request.headers.add(.authorization(bearerToken: token))
            completion(.success(request))
        })
}

extension Session {
    func send<Value: Decodable & Sendable>(_ route: MusicRouter, as type: Value.Type) async throws -> Value {
        let response = await request(route).validate().serializingDecodable(type).response
        if response.error?.responseCode != nil, let body = response.data,
            let error = try? JSONDecoder().decode(MusicError.self, from: body)
        {
            throw error
        }
        return try response.result.get()
    }
}

func showSongs(session: Session) async {
    do {
        for song in try await session.send(.list(artist: "Björk"), as: [Song].self) { print(song.title) }
        let song = try await session.send(.add(NewSong(title: "Jóga", artist: "Björk")), as: Song.self)
        _ = try await session.send(.delete(id: song.id), as: Empty.self)
    } catch let error as MusicError {
        print(error.message)
    } catch {
        print(error.localizedDescription)
    }
}
