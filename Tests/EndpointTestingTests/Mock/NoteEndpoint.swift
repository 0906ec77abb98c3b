import EndpointTesting

struct Note: Codable, Hashable, Sendable {
    var id: String
    var text = "Milk"
    var writtenAt: Date?
}

struct NoteEndpoint: JsonEndpoint {
    typealias Content = Note

    let id: String

    func makeRequest() throws -> URLRequest { try .get("notes/\(id)") }
}

/// Has a decoder with other strategies for keys and dates than the standard one.
struct SnakeNoteEndpoint: JsonEndpoint {
    typealias Content = Note

    var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }

    func makeRequest() throws -> URLRequest { try .get("notes/snake") }
}

struct WriteNoteEndpoint: VoidEndpoint {
    let note: Note

    func makeRequest() throws -> URLRequest { try .post("notes", body: .json(note)) }
}

struct PictureEndpoint: Endpoint {
    typealias Content = Data

    func makeRequest() throws -> URLRequest { try .get("picture", query: ["size": 1]) }
}

struct PictureUploadEndpoint: VoidEndpoint, UploadEndpoint {
    let body: UploadEndpointBody

    func makeRequest() throws -> (URLRequest, UploadEndpointBody) { (try .put("picture"), body) }
}
