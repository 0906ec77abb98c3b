/// A cassette on disk: its location, format and redaction.
///
/// ```swift
/// let file = CassetteFile(folder.appendingPathComponent("login.har"))
/// let (cassette, notes) = try file.load()
/// ```
///
/// A save is atomic: if the disk or the process fails, either the old or the new cassette is complete. Saves of several
/// tests and processes to one folder wait for each other, and loads wait for saves.
///
/// Large bodies are in files beside the cassette: `login.har.3.response.json` belongs to the third exchange of
/// `login.har`. A save removes those that the new version does not use.
public struct CassetteFile: Hashable, Sendable {
    /// The maximum size of a file that is read or written, in bytes.
    public static let limit = 128 << 20

    /// The location of the file.
    public let url: URL

    /// The parts of an exchange that are written.
    public var format: Cassette.Format

    /// The secrets that are replaced, and whether a miss shows the values that differ.
    public var redaction: Redaction

    /// Texts that replace secrets in JSON bodies, by path.
    var standIns: [String: String] = [:]

    /// The maximum size of this file, in bytes.
    var sizeLimit = CassetteFile.limit

    /// A cassette at a location. The file need not exist yet.
    public init(_ url: URL, format: Cassette.Format = .standard, redaction: Redaction = .showingValues) {
        self.url = url
        self.format = format
        self.redaction = redaction
    }

    /// The cassette of a test: `__Cassettes__/<file>/<name>.har` beside its source file, or
    /// `__Cassettes__/<file>/<folder>/<name>.har`.
    public init(
        beside source: String, in folder: String? = nil, named name: String, format: Cassette.Format = .standard,
        redaction: Redaction = .showingValues
    ) {
        let source = URL(fileURLWithPath: source)
        let folders =
            [source.deletingPathExtension().lastPathComponent] + [folder].compactMap { $0.map(CassetteName.file) }
        let folder = folders.reduce(source.deletingLastPathComponent().appendingPathComponent("__Cassettes__")) {
            $0.appendingPathComponent($1)
        }
        self.init(
            folder.appendingPathComponent(CassetteName.file(for: name) + ".har"), format: format, redaction: redaction)
    }

    /// This file, whose next version also keeps the request header fields that the matching compares, and has the
    /// test's texts in place of certain secrets.
    func adapted(to options: CassetteOptions) -> CassetteFile {
        var file = self
        file.format = format.keeping(headersOf: options.matching)
        file.standIns = options.standIns
        return file
    }

    /// The redaction for a recording. The texts that replace its secrets are added to the table.
    func redaction(for recording: Cassette, _ placeholders: inout PlaceholderTable) -> Redaction {
        let secrets = recording.secrets(at: standIns)
        placeholders.use(standIns: secrets)
        placeholders.use(standIns: Dictionary(standIns.values.map { ($0, $0) }) { $1 })
        return redaction.adding(recording.clientRedaction).redacting(values: secrets.keys)
    }

    /// Whether the file exists.
    public var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

    /// The path relative to the current folder, or the absolute path outside it.
    var shownPath: String {
        let folder = FileManager.default.currentDirectoryPath + "/"
        return url.path.hasPrefix(folder) ? String(url.path.dropFirst(folder.count)) : url.path
    }

    var folder: URL { url.deletingLastPathComponent() }
}

extension CassetteFile {
    /// Reads the cassette, with notes on the entries that were skipped or changed.
    ///
    /// - Throws: `CassetteError` with the path of the file.
    public func load(only filter: Cassette.ImportFilter = .all) throws -> (
        cassette: Cassette, notes: [Cassette.ImportNote]
    ) {
        try AtomicDirectory(folder, for: shownPath).withSharedLock {
            let (cassette, notes, _) = try read(only: filter)
            return (cassette, notes)
        }
    }

    /// Reads the cassette and the large bodies beside it, by file name; nil if there is no file. The caller must hold
    /// the lock of the folder.
    func loadIfPresent() throws -> (cassette: Cassette, sidecars: [String: Data])? {
        do {
            let (cassette, _, sidecars) = try read(only: .all)
            return (cassette, sidecars)
        } catch let error as CassetteError where error.reason == .noFile {
            return nil
        }
    }

    /// The cassette and its large bodies; nil also for a file that cannot be loaded and that a recording may replace.
    func loadIfIntact() throws -> (cassette: Cassette, sidecars: [String: Data])? {
        do {
            return try loadIfPresent()
        } catch let error as CassetteError {
            if case .unreadable = error.reason { throw error }
            return nil
        }
    }

    private func read(
        only filter: Cassette.ImportFilter
    ) throws -> (cassette: Cassette, notes: [Cassette.ImportNote], sidecars: [String: Data]) {
        var sidecars: [String: Data] = [:]
        do {
            let (cassette, notes) = try Cassette.reading(har: content(), only: filter) { name in
                let body = try sidecar(name)
                sidecars[name] = body
                return body
            }
            return (cassette, notes, sidecars)
        } catch var error as CassetteError {
            error.file = error.file ?? shownPath
            throw error
        }
    }

    /// The bytes of the file.
    func content() throws -> Data {
        guard exists else { throw CassetteError(.noFile, file: shownPath) }
        do {
            let values = try url.resolvingSymlinksInPath().resourceValues(forKeys: [.fileSizeKey, .isDirectoryKey])
            if values.isDirectory == true { throw CassetteError(.unreadable("it is a folder"), file: shownPath) }
            let size = values.fileSize ?? 0
            if size > sizeLimit { throw CassetteError(.tooLarge(size, limit: Self.limit), file: shownPath) }
            return try Data(contentsOf: url)
        } catch let error as CassetteError {
            throw error
        } catch {
            throw CassetteError(.unreadable(error.localizedDescription), file: shownPath)
        }
    }

    /// A body in a file beside the cassette. A symbolic link that leads out of the folder is an error.
    func sidecar(_ name: String) throws -> Data {
        let location = folder.appendingPathComponent(name).resolvingSymlinksInPath()
        guard location.path.hasPrefix(folder.resolvingSymlinksInPath().path + "/") else {
            throw CassetteError(.unreadable("it is a link that leads out of the folder"), file: name)
        }
        return try Data(contentsOf: location)
    }
}

extension CassetteFile {
    /// The name, without its extension, of the file of a test.
    package static func name(for test: String) -> String { CassetteName.file(for: test) }
}

/// Makes a file name from the name of a test.
enum CassetteName {
    private static let limit = 120

    /// Keeps letters, digits, `_`, `.` and `-`, and replaces each run of other characters with one `-`. A name with
    /// punctuation gets a checksum, so that names that differ in punctuation have different files, and so does a name
    /// that is too long. The argument labels of a function do not count as punctuation.
    static func file(for name: String) -> String {
        let plain = name.hasSuffix("()") ? String(name.dropLast(2)) : name
        let joined = words(of: plain[...]).filter { !$0.allSatisfy { $0 == "." } }.joined(separator: "-")
        let title = plain.hasSuffix(":)") ? plain.prefix { $0 != "(" } : plain[...]
        let isUnique = title == words(of: title).joined(separator: " ")
        let isShort = joined.utf8.count <= limit
        if isUnique, isShort, !joined.isEmpty, !joined.hasPrefix(".") { return joined }
        var checksum = FNV1a()
        checksum.add(Data(plain.utf8))
        let start = joined.drop { $0 == "." }.prefix(isShort ? limit : limit / 4)
        return "\(start)-\(String(checksum.value & UInt64(0xFFFF_FFFF), radix: 16))"
    }

    private static func words(of name: Substring) -> [Substring] {
        name.split { !($0.isLetter || $0.isNumber || "_.-".contains($0)) }
    }
}
