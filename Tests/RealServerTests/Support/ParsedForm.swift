import EndpointTesting

/// A form as Werkzeug, the library below httpbin, has read it.
struct ParsedForm: Decodable {
    struct File: Decodable {
        let name: String
        let filename: String
        let type: String?
        let length: Int
        let sha256: String
    }

    let fields: [[String]]
    let files: [File]
}
