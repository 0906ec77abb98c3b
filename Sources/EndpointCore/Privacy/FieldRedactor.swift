/// Replaces what stands beside a secret name in a text: `name: value`, `"name": {…}`, `name=value`, `<name>value</name>`.
struct KeyValueRedactor {
    let names: SecretNames

    private static let separators: ByteSet = ":=>"

    func redact(_ bytes: [UInt8]) -> [UInt8] {
        var rewriter = Rewriter(bytes)
        var position = bytes.next(Self.separators, from: 0, to: bytes.count)
        while position < bytes.count {
            if let field = TextField(endingAt: position, in: bytes), isSecret(field) {
                let value = field.value
                if !value.isEmpty { rewriter.redact(value, named: SecretNames.normalised(bytes[field.name])) }
                position = max(position, value.upperBound - 1)
            }
            position = bytes.next(Self.separators, from: position + 1, to: bytes.count)
        }
        return rewriter.result
    }

    private func isSecret(_ field: TextField) -> Bool {
        let name = field.bytes[field.name]
        switch field.separator {
        case .equals:
            return names.containsParameter(name) || isSecretHeader(name)
        case .colon:
            return names.containsKey(name) || isSecretHeader(name)
        default:
            return names.containsKey(name)
        }
    }

    /// In a text only a name with a hyphen is surely one of a header: "tokens: 12" is not.
    private func isSecretHeader(_ name: ArraySlice<UInt8>) -> Bool {
        let name = String(decoding: name, as: UTF8.self).lowercased()
        return names.headers.contains(name) || name.utf8.contains(0x2D) && names.containsHeader(name)
    }
}
