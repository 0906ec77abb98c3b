/// The request headers that a response depends on (RFC 9111 §4.1).
enum CacheVariant {
    /// The names in `Vary`, in lower case and sorted; nil if no other request can match: for `*`, and for what isn't a
    /// list of names.
    static func names(in headers: HeaderFields) -> [String]? {
        guard let vary = headers["Vary"] else { return [] }
        var names: Set<String> = []
        for element in Array(vary.utf8).split(separator: UInt8(ascii: ",")) {
            let name = element.trimmingBlanks
            if name.isEmpty { continue }
            guard name.allSatisfy(\.isToken), !name.contains(UInt8(ascii: "*")) else { return nil }
            names.insert(String(decoding: name, as: UTF8.self).lowercased())
        }
        return names.sorted()
    }

    /// The values of these fields as one text, which is equal for requests that match; empty without names. It may
    /// contain secrets.
    static func text(_ names: [String], of headers: HeaderFields) -> String {
        names.map { name in value(of: name, in: headers).map { "\(name):\($0)\n" } ?? "\(name)\n" }.joined()
    }

    /// The value without the differences that mean nothing: blanks around the elements of a list, outside quotes, and
    /// in `Accept-Language` upper case. Nil without the field.
    static func value(of name: String, in headers: HeaderFields) -> String? {
        guard let value = headers[name] else { return nil }
        guard value.utf8.contains(where: { $0.isBlank }) || name == "accept-language" else { return value }
        let bare = String(decoding: withoutBlanksAroundCommas(Array(value.utf8)), as: UTF8.self)
        return name == "accept-language" ? bare.lowercased() : bare
    }

    private static func withoutBlanksAroundCommas(_ bytes: [UInt8]) -> [UInt8] {
        var (result, isQuoted) = ([UInt8](), false)
        for (place, byte) in bytes.enumerated() {
            if byte == .quote, place == 0 || bytes[place - 1] != UInt8(ascii: "\\") { isQuoted.toggle() }
            if byte == UInt8(ascii: ","), !isQuoted {
                while result.last?.isBlank == true { result.removeLast() }
            }
            let isAfterComma = result.last == UInt8(ascii: ",") || result.isEmpty
            if byte.isBlank, !isQuoted, isAfterComma { continue }
            result.append(byte)
        }
        while !isQuoted, result.last?.isBlank == true { result.removeLast() }
        return result
    }
}

/// The headers that identify the sender of a request.
enum CacheIdentity {
    /// The headers of a request that may be a credential, as one text; empty if there are none.
    ///
    /// What a client adds by itself is one, except for the headers that every request has. Those of the request are
    /// credentials by their names.
    static func text(_ headers: HeaderFields, declared: HeaderFields, isSecret: (String) -> Bool) -> String {
        var fields: [String] = []
        for field in headers where isCredential(field.name, declared, isSecret) {
            fields.append("\(field.name.lowercased()):\(field.value)\n")
        }
        return fields.sorted().joined()
    }

    private static func isCredential(_ name: String, _ declared: HeaderFields, _ isSecret: (String) -> Bool) -> Bool {
        if harmless.contains(CaselessName(name)) { return false }
        return declared.contains(name) || isSecret(name)
    }

    private static let harmless = Set(
        ["Accept", "Accept-Charset", "Accept-Encoding", "Accept-Language", "Content-Type", "User-Agent"]
            .map { CaselessName($0) })
}
