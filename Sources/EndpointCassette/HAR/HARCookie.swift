/// The cookies of a HAR file, which repeat what the header fields say.
enum HARCookie {
    /// The cookies of a `Cookie` field.
    static func sent(_ headers: [HeaderField]) -> [JSONNode] {
        headers.filter { $0.isNamed("Cookie") }
            .flatMap { $0.value.split(separator: ";") }
            .map { JSONNode(pair($0)) }
    }

    /// The cookies of the `Set-Cookie` fields. Their expiry is left out: Chrome refuses a file for one that it cannot read.
    static func received(_ headers: [HeaderField]) -> [JSONNode] {
        headers.filter { $0.isNamed("Set-Cookie") }.map { field in
            let parts = field.value.split(separator: ";")
            return JSONNode(pair(parts.first ?? "") + parts.dropFirst().compactMap(attribute))
        }
    }

    private static func attribute(_ part: Substring) -> (String, JSONNode)? {
        let sides = sides(part)
        return switch sides.name.lowercased() {
        case "path": ("path", .string(sides.value))
        case "domain": ("domain", .string(sides.value))
        case "httponly": ("httpOnly", .bool(true))
        case "secure": ("secure", .bool(true))
        default: nil
        }
    }

    private static func pair(_ part: Substring) -> [(String, JSONNode)] {
        let sides = sides(part)
        return [("name", .string(sides.name)), ("value", .string(sides.value))]
    }

    private static func sides(_ part: Substring) -> (name: String, value: String) {
        let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            .map { String($0.drop { $0 == " " }) }
        return (sides.first ?? "", sides.count > 1 ? sides[1] : "")
    }
}
