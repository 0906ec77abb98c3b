extension CassetteFile {
    /// The folder `__Cassettes__` that this file is in, or its own folder.
    var rootFolder: URL {
        let path = url.standardizedFileURL.pathComponents
        guard let index = path.lastIndex(of: "__Cassettes__") else { return folder }
        return path[1...index].reduce(URL(fileURLWithPath: "/")) { $0.appendingPathComponent($1) }
    }

    /// The cassettes in a folder and below it that no test uses any more, because it was renamed or deleted.
    ///
    /// A cassette of a test has the path `__Cassettes__/<file>/<suite>.<test>.har` beside the source file of the test.
    /// It is unused if that file is gone, or has no function and no text with the name. Cassettes that stand elsewhere
    /// are left out.
    public static func unused(below folder: URL) -> [URL] {
        let files = FileManager.default.enumerator(at: folder.standardizedFileURL, includingPropertiesForKeys: nil)
        var known: [URL: TestNames] = [:]
        var unused: [URL] = []
        for case let file as URL in files ?? FileManager.DirectoryEnumerator() where file.pathExtension == "har" {
            let path = file.standardizedFileURL.pathComponents
            guard let index = path.lastIndex(of: "__Cassettes__"), index + 2 < path.count else { continue }
            let source = path[1..<index].reduce(URL(fileURLWithPath: "/")) { $0.appendingPathComponent($1) }
                .appendingPathComponent(path[index + 1] + ".swift")
            let names = known[source] ?? TestNames(source)
            known[source] = names
            if !names.use(file.deletingPathExtension().lastPathComponent) { unused.append(file) }
        }
        return unused.sorted { $0.path < $1.path }
    }
}

/// The names of tests in a source file, and the texts that may name a cassette.
private struct TestNames {
    private var names: Set<String> = []

    init(_ source: URL) {
        guard let text = try? String(contentsOf: source, encoding: .utf8) else { return }
        let types = Self.words(in: text, after: ["struct ", "class ", "enum ", "actor ", "extension "])
        let functions = Self.words(in: text, after: ["func "])
        // All that stands between two quotes, also outside of literals, because a quote in a comment shifts them.
        let texts = text.split(separator: "\"").map(String.init).filter { !$0.contains("\n") }
        for name in functions + texts {
            names.insert(CassetteFile.name(for: name))
            for type in types {
                names.insert(CassetteFile.name(for: "\(type).\(name)"))
                for outer in types { names.insert(CassetteFile.name(for: "\(outer).\(type).\(name)")) }
            }
        }
    }

    func use(_ file: String) -> Bool { names.contains(file) }

    /// The names after a keyword, without backticks, with the labels of a function.
    private static func words(in text: String, after keywords: [String]) -> [String] {
        keywords.flatMap { keyword in
            text.components(separatedBy: keyword).dropFirst().flatMap { rest -> [String] in
                if rest.hasPrefix("`") { return [String(rest.dropFirst().prefix { $0 != "`" })] }
                let name = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." })
                let labels = rest.dropFirst(name.count).prefix { $0 != ")" }.dropFirst().split(separator: ",")
                let parameters = labels.compactMap { $0.split(whereSeparator: { " :\n".contains($0) }).first }
                return parameters.isEmpty ? [name] : [name, name + "(" + parameters.map { $0 + ":" }.joined() + ")"]
            }
        }
    }
}
