/// Writes the properties of a struct, and the initializer that has all of them.
struct StoredProperties {
    struct Property {
        let name: String
        let type: String
        let isOptional: Bool
        let isVariable: Bool
        let doc: [String]
    }

    let properties: [Property]

    var declarations: String {
        let isSpacious = properties.contains { !$0.doc.isEmpty }
        return properties.enumerated().map { index, property in
            (index > 0 && isSpacious ? "\n" : "") + DocComment.text(property.doc, indent: 4)
                + "    public \(property.isVariable ? "var" : "let") \(SwiftName.escaped(property.name)): \(property.type)\n"
        }.joined()
    }

    var initializer: String {
        let parameters = properties.map { property in
            SwiftText.Argument(
                label: SwiftName.escapedParameter(property.name),
                value: .plain(property.type + (property.isOptional ? " = nil" : "")))
        }
        let head = SwiftText.call("init", parameters).text(after: "    public ", indent: 4, suffix: " {")
        let lines = properties.map {
            "        self.\(SwiftName.escaped($0.name)) = \(SwiftName.escaped($0.name))\n"
        }
        return Self.closed(head) + lines.joined() + "    }\n"
    }

    /// A head on several lines has its closing bracket on a line of its own.
    private static func closed(_ head: String) -> String {
        guard head.contains("\n"), head.hasSuffix(") {") else { return head + "\n" }
        return head.dropLast(3) + "\n    ) {\n"
    }
}
