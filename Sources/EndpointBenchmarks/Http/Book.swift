import EndpointTesting

/// What the server answers: 203 bytes of JSON, a typical small object.
struct Book: Codable, Sendable {
    let id: String
    let title: String
    let author: String
    let year: Int
    let tags: [String]
    let publisher: String
    let pages: Int
    let isbn: String
    let inStock: Bool

    static let json = Data(
        #"""
        {"id":"1","title":"Nausicaa of the Valley of the Wind","author":"Hayao Miyazaki","year":1982,\#
        "tags":["comic","ecology","war"],"publisher":"Tokuma","pages":1060,"isbn":"9781421550640","inStock":true}
        """#.utf8)
}
