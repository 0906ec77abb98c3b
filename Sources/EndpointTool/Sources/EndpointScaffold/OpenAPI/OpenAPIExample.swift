@_spi(EndpointTool) import EndpointTesting

/// The examples that a document gives.
enum OpenAPIExample {
    /// The first example of a schema, a parameter or a media type; nil if there is none.
    static func value(of node: OpenAPINode) -> Sample? {
        if let example = node["example"] { return sample(example) }
        guard let examples = node["examples"] else { return nil }
        if let first = examples.elements.first { return sample(first) }
        return (examples.members.first?.value["value"]).map(sample)
    }

    static func sample(_ node: OpenAPINode) -> Sample {
        if let text = node.string { return .string(text) }
        if let number = node.number { return .number(number) }
        if let value = node.bool { return .bool(value) }
        if node.isArray { return .array(node.elements.map(sample)) }
        if node.isObject { return .object(node.members.map { .init(key: $0.name, value: sample($0.value)) }) }
        return .null
    }
}
