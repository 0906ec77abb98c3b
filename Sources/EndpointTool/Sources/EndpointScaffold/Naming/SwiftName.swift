/// Names as Swift's API design guidelines have them.
enum SwiftName {
    private static let acronyms: Set<String> = [
        "id", "url", "uri", "urn", "api", "http", "https", "html", "json", "xml", "uuid", "guid", "ip", "ssl", "tls",
        "css", "sql", "pdf", "csv", "utc", "sha", "md5", "jwt", "dns", "ssh", "ssn", "vat", "iban", "bic", "sku",
        "isbn", "ean", "upc", "sms", "gps", "usb", "cpu", "gpu", "ram", "rss", "svg", "png", "gif", "mp3", "mp4", "faq",
        "ui", "os", "vm", "vpn", "vpc", "acl", "rgb", "ttl", "tcp", "udp", "oauth2", "mfa", "sso", "saml", "ios",
    ]

    private static let pluralAcronyms: Set<String> = [
        "ids", "urls", "uris", "apis", "ips", "uuids", "pdfs", "gpus", "cpus", "vms",
    ]

    /// A name in the style of a property: `createdAt`, `htmlURL`, `userIDs`. Never empty, and not escaped.
    static func lower(_ text: String) -> String {
        let words = words(text)
        guard let first = words.first else { return "value" }
        return valid(first.lowercased() + words.dropFirst().map(capitalized).joined())
    }

    /// A name in the style of a type: `OrderItem`, `URLList`.
    static func upper(_ text: String) -> String {
        let name = words(text).map(capitalized).joined()
        return valid(name.isEmpty ? "Value" : name)
    }

    private static func words(_ text: String) -> [String] {
        var text = text
        if text.hasPrefix("+") { text = "plus " + text.dropFirst() }
        if text.hasPrefix("-"), text.dropFirst().first?.isNumber == true { text = "minus " + text.dropFirst() }
        return NameWords.split(text)
    }

    private static func capitalized(_ word: String) -> String {
        let lower = word.lowercased()
        if acronyms.contains(lower) { return lower.uppercased() }
        if pluralAcronyms.contains(lower) { return lower.dropLast().uppercased() + "s" }
        return word.prefix(1).uppercased()
            + (word.dropFirst().contains(where: \.isLowercase) ? word.dropFirst() : Substring(lower.dropFirst()))
    }

    private static func valid(_ name: String) -> String {
        let name = name.filter { character in
            character.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
        }
        guard let first = name.unicodeScalars.first else { return "value" }
        return first.properties.isXIDStart ? name : "_" + name
    }

    /// The name in backticks if it is a reserved word where a declaration or a label has it.
    static func escaped(_ name: String) -> String {
        reserved.contains(name) ? "`\(name)`" : name
    }

    private static let reserved: Set<String> = Set(
        """
        associatedtype class deinit enum extension fileprivate func import init inout internal let open operator private
        precedencegroup protocol public rethrows static struct subscript typealias var break case catch continue default
        defer do else fallthrough for guard if in repeat return throw switch where while Any as await false is nil self Self super
        throws true try _
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// Whether a text can be the name of a module.
    static func isModule(_ name: String) -> Bool {
        let isIdentifier = name.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
        return isIdentifier && name.first?.isLetter == true && !reserved.contains(name) && name.count <= 60
    }
}

/// Gives each of several things a name of its own.
struct NameTable {
    private var taken: Set<String>

    init(taken: some Sequence<String> = []) {
        self.taken = Set(taken.map { $0.lowercased() })
    }

    /// The first of the candidates that is free, or else the last one with a number. Names that differ only in their
    /// case count as equal, because their files would be one file on some disks.
    mutating func name(_ candidates: String...) -> String {
        name(among: candidates)
    }

    mutating func name(among candidates: [String]) -> String {
        let free = candidates.first { !taken.contains($0.lowercased()) }
        var name = free ?? candidates.last ?? "value"
        var number = 2
        while taken.contains(name.lowercased()) {
            name = "\(candidates.last ?? "value")\(number)"
            number += 1
        }
        taken.insert(name.lowercased())
        return name
    }
}

extension SwiftName {
    /// The name as the label of a parameter in a declaration, where only three words have to be escaped.
    static func escapedParameter(_ name: String) -> String {
        ["inout", "var", "let"].contains(name) ? "`\(name)`" : name
    }

    /// The name as the label of an argument in a call, where only one word has to be escaped.
    static func escapedArgument(_ name: String) -> String {
        name == "inout" ? "`\(name)`" : name
    }
}
