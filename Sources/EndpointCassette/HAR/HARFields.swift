/// A member of an entry that is missing or has another type than the specification requires. The path starts at the
/// entry.
struct HARFieldError: Error {
    let path: String
    let expected: String
    let found: String?

    /// The error with the path from the start of the file, given the path of the entry.
    func cassetteError(in place: String) -> CassetteError {
        let path = place.isEmpty ? path : "\(place).\(path)"
        return CassetteError(
            found.map { .wrongType(path: path, expected: expected, found: $0) } ?? .missing(path: path))
    }
}

/// The members of an object by type. A missing member and null are nil; another type is an error that names the path.
extension JSONNode {
    func text(_ key: String, in place: String) throws -> String? {
        try field(key, in: place, "string") {
            guard case .string(let text) = $0 else { return nil }
            return text
        }
    }

    func number(_ key: String, in place: String) throws -> Double? {
        try field(key, in: place, "number") {
            guard case .number(let token) = $0 else { return nil }
            return Double(token)
        }
    }

    func list(_ key: String, in place: String) throws -> [JSONNode]? {
        try field(key, in: place, "array") {
            guard case .array(let elements) = $0 else { return nil }
            return elements
        }
    }

    func object(_ key: String, in place: String) throws -> JSONNode? {
        try field(key, in: place, "object") {
            guard case .object = $0 else { return nil }
            return $0
        }
    }

    private func field<Value>(
        _ key: String, in place: String, _ expected: String, _ read: (JSONNode) -> Value?
    ) throws -> Value? {
        guard let node = self[key], !node.isNull else { return nil }
        guard let value = read(node) else {
            throw HARFieldError(path: place.isEmpty ? key : "\(place).\(key)", expected: expected, found: node.kind)
        }
        return value
    }
}

extension Optional {
    /// The value; nil is an error that names the missing member.
    func orMissing(_ path: String) throws -> Wrapped {
        guard let self else { throw HARFieldError(path: path, expected: "", found: nil) }
        return self
    }
}
