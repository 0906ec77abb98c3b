import EndpointTesting

/// What a server counted of a body: its bytes, its SHA-256, and the headers that announced it: its type, its
/// length, its transfer coding.
struct Fingerprint: Decodable {
    let length: Int
    let sha256: String
    let type: String?
    let announced: String?
    let coding: String?
}
