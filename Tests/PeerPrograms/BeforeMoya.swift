import Foundation
import Moya

struct Song: Codable { let id: String, title: String, artist: String }
struct NewSong: Encodable { let title: String, artist: String }
struct MusicError: Error, Decodable { let message: String }

enum MusicAPI {
    case list(artist: String)
    case add(NewSong)
    case delete(id: String)
}

extension MusicAPI: TargetType, AccessTokenAuthorizable {
    var baseURL: URL { URL(string: "https://api.example.com/v1")! }
    var path: String {
        if case .delete(let id) = self { "songs/\(id)" } else { "songs" }
    }
    var method: Moya.Method {
        switch self {
        case .list: .get
        case .add: .post
        case .delete: .delete
        }
    }
    var task: Moya.Task {
        switch self {
        case .list(let artist): .requestParameters(parameters: ["artist": artist], encoding: URLEncoding.queryString)
        case .add(let song): .requestJSONEncodable(song)
        case .delete: .requestPlain
        }
    }
    var headers: [String: String]? { nil }
    var authorizationType: AuthorizationType? { .bearer }
}

func makeProvider(token: String) -> MoyaProvider<MusicAPI> {
    MoyaProvider(plugins: [AccessTokenPlugin { _ in token }])
}

extension MoyaProvider {
    func send(_ target: Target) async throws -> Response {
        let response = try await withCheckedThrowingContinuation { continuation in
            request(target) { continuation.resume(with: $0) }
        }
        do {
            return try response.filterSuccessfulStatusCodes()
        } catch {
            throw (try? response.map(MusicError.self)) ?? error
        }
    }
}

func showSongs(provider: MoyaProvider<MusicAPI>) async {
    do {
        let songs = try await provider.send(.list(artist: "Björk")).map([Song].self)
        for song in songs { print(song.title) }
        let song = try await provider.send(.add(NewSong(title: "Jóga", artist: "Björk"))).map(Song.self)
        _ = try await provider.send(.delete(id: song.id))
    } catch let error as MusicError {
        print(error.message)
    } catch {
        print(error.localizedDescription)
    }
}
