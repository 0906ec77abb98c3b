extension JSONEncoder {
    /// A content as the endpoint reads it: in an object, under its key, if that is where it looks for it.
    func encode(_ content: some Encodable, around endpoint: any Endpoint) throws -> Data {
        guard let nested = endpoint as? any NestedJsonEndpoint else { return try encode(content) }
        return try encode(Nest(key: type(of: nested).contentKey, content: content))
    }
}

private struct Nest<Content: Encodable>: Encodable {
    let key: String
    let content: Content

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: DynamicCodingKey.self)
        try members.encode(content, forKey: DynamicCodingKey(stringValue: key))
    }
}
