import EndpointCassette

/// A request as a curl line describes it.
struct CURLRequest: Hashable, Sendable {
    var call: Call

    /// The URL, with the items of options.
    let urlText: String

    /// The parts of a form of several parts; a file is only named.
    var parts: [FormPart] = []

    /// The file that is sent as the body, if it is one.
    var file: String?

    /// What a program has to add itself, in sentences.
    var notes: [String] = []
}

/// One part of a form: a field, or a file by its name.
struct FormPart: Hashable, Sendable {
    let name: String
    let value: String
    var fileName: String?
    var contentType: String?

    var isFile: Bool { fileName != nil }
}

/// Reads one curl line.
struct CURLReader {
    private var urls: [String] = []
    private var method: String?
    private var headers: HeaderFields = [:]
    private var data: [String] = []
    private var queryItems: [String] = []
    private var parts: [FormPart] = []
    private var file: String?
    private var putsDataInQuery = false
    private var isHead = false
    private var isJSON = false
    private var isUpload = false
    private var notes: [String] = []

    /// The request of a line.
    ///
    /// - Throws: `ScaffoldError` for a line that is no curl command, with the place.
    static func read(_ line: String) throws -> CURLRequest {
        let line = line.trimmingCharacters(in: .whitespacesAndNewlines)
        let start = line.split(maxSplits: 2, whereSeparator: \.isWhitespace).prefix(2)
        guard let program = start.first == "$" ? start.dropFirst().first : start.first, isCURL(program) else {
            let first = start.first.map { "\"\($0.prefix(40))\"" } ?? "nothing"
            throw ScaffoldError("This is no curl line: it begins with \(first), not with curl.")
        }
        let words = try CURLWords(line).words
        var reader = CURLReader()
        try reader.read(Array(words.dropFirst(start.first == "$" ? 2 : 1)))
        return try reader.request()
    }

    private static func isCURL(_ word: Substring) -> Bool {
        let name =
            word.filter { !"\"'^".contains($0) }.split(whereSeparator: { "/\\".contains($0) }).last?.lowercased() ?? ""
        return name == "curl" || name == "curl.exe"
    }

    private mutating func read(_ words: [String]) throws {
        var rest = words[...]
        var readsOptions = true
        while let word = rest.popFirst() {
            if !readsOptions || !word.hasPrefix("-") || word == "-" {
                urls.append(word)
            } else if word == "--" {
                readsOptions = false
            } else if word.hasPrefix("--") {
                try long(String(word.dropFirst(2)), &rest)
            } else {
                try shorts(word.dropFirst(), &rest)
            }
        }
    }

    private mutating func long(_ name: String, _ rest: inout ArraySlice<String>) throws {
        guard CURLOptions.valued.contains(name) else {
            guard CURLOptions.isFlag(name) else { throw ScaffoldError("curl has no option --\(name.prefix(60)).") }
            return flag(name)
        }
        guard let value = rest.popFirst() else {
            throw ScaffoldError("The curl line ends after --\(name): its value is missing.")
        }
        try option(name, value)
    }

    /// Options of one letter, of which the last may have its value right behind it: `-sXPOST`.
    private mutating func shorts(_ letters: Substring, _ rest: inout ArraySlice<String>) throws {
        var letters = letters
        while let letter = letters.popFirst() {
            guard let name = CURLOptions.short[letter] else { throw ScaffoldError("curl has no option -\(letter).") }
            guard CURLOptions.valued.contains(name) else {
                flag(name)
                continue
            }
            let value = letters.isEmpty ? rest.popFirst() : String(letters)
            guard let value else { throw ScaffoldError("The curl line ends after -\(letter): its value is missing.") }
            return try option(name, value)
        }
    }

    private mutating func flag(_ name: String) {
        switch name {
        case "get": putsDataInQuery = true
        case "head": isHead = true
        case "insecure": notes.append("--insecure is left out: certificates are always checked.")
        case "next": notes.append("Only the request before --next is read.")
        default: break
        }
    }

    private mutating func option(_ name: String, _ value: String) throws {
        switch name {
        case "url": urls.append(value)
        case "request": method = value
        case "header": header(value)
        case "user-agent": headers["User-Agent"] = value
        case "referer": headers["Referer"] = value
        case "cookie": headers["Cookie"] = value
        case "user": headers["Authorization"] = "Basic \(Data(value.utf8).base64EncodedString())"
        case "oauth2-bearer": headers["Authorization"] = "Bearer \(value)"
        case "range": headers["Range"] = "bytes=\(value)"
        case "data", "data-ascii", "data-binary": add(data: value)
        case "data-raw": data.append(value)
        case "data-urlencode": addEncoded(value)
        case "url-query": queryItems.append(Self.encoded(value))
        case "json":
            isJSON = true
            add(data: value)
        case "form": try part(value)
        case "form-string": try part(value, isLiteral: true)
        case "upload-file": (file, isUpload) = (value, true)
        case "config": notes.append("The options in the file \(value) are not read.")
        default: break
        }
    }
}

extension CURLReader {
    private mutating func header(_ line: String) {
        if line.hasPrefix("@") { return notes.append("The headers in the file \(line.dropFirst()) are not read.") }
        guard let colon = line.firstIndex(of: ":") else {
            if line.hasSuffix(";") { headers[String(line.dropLast())] = "" }
            return
        }
        let name = line[..<colon].trimmingCharacters(in: .whitespaces)
        let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        if !name.isEmpty, !value.isEmpty { headers[name] = value }
    }

    private mutating func add(data value: String) {
        if value.hasPrefix("@") {
            file = String(value.dropFirst())
        } else {
            data.append(value)
        }
    }

    private mutating func addEncoded(_ value: String) {
        guard !value.contains("="), let mark = value.firstIndex(of: "@") else {
            return data.append(Self.encoded(value))
        }
        notes.append("The text in the file \(value[mark...].dropFirst()) is not read: its field is empty.")
        data.append(mark == value.startIndex ? "" : "\(value[..<mark])=")
    }

    /// `name=value`, `=value` or `value`, with the value percent-encoded.
    private static func encoded(_ value: String) -> String {
        let sides = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let text = URLQuery(fields: ["x": sides.last ?? ""]).percentEncoded.dropFirst(2)
        return sides.count == 2 && !sides[0].isEmpty ? "\(sides[0])=\(text)" : String(text)
    }

    /// `name=value`, `name=@file;type=image/png;filename=x.png`.
    private mutating func part(_ text: String, isLiteral: Bool = false) throws {
        guard let equals = text.firstIndex(of: "=") else {
            throw ScaffoldError("The curl line has a form part without \"=\": \"\(text.prefix(60))\".")
        }
        let (name, value) = (String(text[..<equals]), String(text[text.index(after: equals)...]))
        guard !isLiteral, let mark = value.first, mark == "@" || mark == "<" else {
            let plain = isLiteral ? value : value.components(separatedBy: ";type=")[0]
            return parts.append(FormPart(name: name, value: plain))
        }
        var fields = value.dropFirst().split(separator: ";").map(String.init)
        let path = fields.isEmpty ? "" : fields.removeFirst().trimmingCharacters(in: CharacterSet(charactersIn: "\""))
        func field(_ key: String) -> String? {
            fields.first { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.count + 1)) }
        }
        let base = path.split(whereSeparator: { "/\\".contains($0) }).last.map(String.init) ?? "file"
        parts.append(
            FormPart(
                name: name, value: "", fileName: mark == "@" ? field("filename") ?? base : nil,
                contentType: field("type")))
    }

    private func request() throws -> CURLRequest {
        guard let text = urls.first else { throw ScaffoldError("The curl line has no URL.") }
        var address = text.contains("://") ? text : "http://\(text)"
        let items = queryItems + (putsDataInQuery ? data : [])
        if isUpload, let file, address.prefix(while: { $0 != "?" }).hasSuffix("/") {
            let name = file.split(separator: "/").last.map(String.init) ?? file
            let end = address.firstIndex(of: "?") ?? address.endIndex
            address.insert(contentsOf: URLQuery(["x": name]).percentEncoded.dropFirst(2), at: end)
        }
        if !items.isEmpty { address += (address.contains("?") ? "&" : "?") + items.joined(separator: "&") }
        guard let url = CallURL(address) else {
            throw ScaffoldError("The URL of the curl line is neither http nor https: \"\(text.prefix(100))\".")
        }
        var request = CURLRequest(
            call: Call(method: "GET", url: url), urlText: address, parts: parts, file: file, notes: notes)
        if urls.count > 1 { request.notes.append("Only the first of the \(urls.count) URLs is read.") }
        if file != nil, !putsDataInQuery, !data.isEmpty {
            request.notes.append("The data beside the file \(file ?? "") is left out: the file is the whole body.")
        }
        let body = putsDataInQuery || file != nil ? "" : data.joined(separator: isJSON ? "" : "&")
        let hasBody = !body.isEmpty || !parts.isEmpty || file != nil || !putsDataInQuery && !data.isEmpty
        request.call.method = method ?? (isHead ? "HEAD" : isUpload ? "PUT" : hasBody ? "POST" : "GET")
        request.call.headers = headers
        if isJSON, headers["Content-Type"] == nil { request.call.headers["Content-Type"] = "application/json" }
        if !body.isEmpty {
            let type = request.call.headers["Content-Type"] ?? "application/x-www-form-urlencoded"
            request.call.body = Interaction.Body(Data(body.utf8), contentType: type)
        }
        return request
    }
}
