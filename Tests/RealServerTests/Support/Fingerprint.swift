import EndpointTesting

/// What a server counted of a body: its bytes, its SHA-256, and the headers that announced it: its type, its
/// length, its transfer coding; and the decoded path.
struct Fingerprint: Decodable {
    let path: String
    let length: Int
    let sha256: String
    let type: String?
    let announced: String?
    let coding: String?
}
