/// A cassette on disk: where it is, what it keeps and what it hides.
///
/// ```swift
/// let file = CassetteFile(URL(fileURLWithPath: "Cassettes/login.har"))
/// let (cassette, notes) = try file.load()
/// ```
///
/// A save is all or nothing: whatever happens to the disk or the process, the old cassette or the new one is there, whole. Saves of
/// several tests and processes to one folder wait for each other, and loads wait for saves.
///
/// Large bodies stand in files beside the cassette, `login.har.3.response.json` for the third exchange of `login.har`. A save removes
/// those that the new version does not use.
public struct CassetteFile: Hashable, Sendable {
    /// The largest file that is read, in bytes.
    public static let limit = 128 << 20

    /// Where it is.
    public let url: URL

    /// What it keeps of an exchange.
    public var format: HARFormat

    /// What it hides.
    public var redaction: Redaction

    /// A cassette at a place where there need not be a file yet.
    public init(_ url: URL, format: HARFormat = .standard, redaction: Redaction = .standard) {
        self.url = url
        self.format = format
        self.redaction = redaction
    }

    /// The cassette of a test: `__Cassettes__/<file>/<name>.har` beside its source file.
    public init(
        beside source: String, named name: String, format: HARFormat = .standard, redaction: Redaction = .standard
    ) {
        let source = URL(fileURLWithPath: source)
        let folder = source.deletingLastPathComponent().appendingPathComponent("__Cassettes__")
            .appendingPathComponent(source.deletingPathExtension().lastPathComponent)
        self.init(
            folder.appendingPathComponent(CassetteName.file(for: name) + ".har"), format: format, redaction: redaction)
    }

    /// Whether there is a file.
    public var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

    /// The path, below the current folder without that folder.
    var shownPath: String {
        let folder = FileManager.default.currentDirectoryPath + "/"
        return url.path.hasPrefix(folder) ? String(url.path.dropFirst(folder.count)) : url.path
    }

    var folder: URL { url.deletingLastPathComponent() }
}

extension CassetteFile {
    /// Reads the cassette, and what was left out of it or changed.
    ///
    /// - Throws: ``CassetteFileError`` or `CassetteError`, which name the file.
    public func load(only filter: ImportFilter = .all) throws -> (cassette: Cassette, notes: [ImportNote]) {
        try AtomicDirectory(folder, for: shownPath).withSharedLock {
            let (cassette, notes, _) = try read(only: filter)
            return (cassette, notes)
        }
    }

    /// Reads the cassette, and the large bodies beside it by the names of their files, if there is a file. For a caller that
    /// holds the lock of the folder.
    func loadIfPresent() throws -> (cassette: Cassette, sidecars: [String: Data])? {
        do {
            let (cassette, _, sidecars) = try read(only: .all)
            return (cassette, sidecars)
        } catch let error as CassetteFileError where error.reason == .missing {
            return nil
        }
    }

    private func read(
        only filter: ImportFilter
    ) throws -> (cassette: Cassette, notes: [ImportNote], sidecars: [String: Data]) {
        var sidecars: [String: Data] = [:]
        do {
            let (cassette, notes) = try Cassette.reading(har: content(), only: filter) { name in
                let body = try sidecar(name)
                sidecars[name] = body
                return body
            }
            return (cassette, notes, sidecars)
        } catch var error as CassetteError {
            error.file = shownPath
            throw error
        }
    }

    /// The bytes of the file.
    func content() throws -> Data {
        guard exists else { throw CassetteFileError(.missing, file: shownPath) }
        do {
            let size = try url.resolvingSymlinksInPath().resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
            if size > Self.limit { throw CassetteFileError(.tooLarge(size), file: shownPath) }
            return try Data(contentsOf: url)
        } catch let error as CassetteFileError {
            throw error
        } catch {
            throw CassetteFileError(.unreadable(error.localizedDescription), file: shownPath)
        }
    }

    /// A body beside the cassette. Not even a symbolic link leads out of the folder.
    private func sidecar(_ name: String) throws -> Data {
        let place = folder.appendingPathComponent(name).resolvingSymlinksInPath()
        guard place.path.hasPrefix(folder.resolvingSymlinksInPath().path + "/") else {
            throw CassetteFileError(.unreadable("it is a link out of the folder"), file: name)
        }
        return try Data(contentsOf: place)
    }
}

/// The name of a file for the name of a test.
enum CassetteName {
    private static let limit = 120

    /// Letters, digits, `_`, `.` and `-` stay, everything else becomes one `-`. A long name is cut and gets a checksum.
    static func file(for name: String) -> String {
        let plain = name.hasSuffix("()") ? String(name.dropLast(2)) : name
        let words = plain.split { !($0.isLetter || $0.isNumber || "_.-".contains($0)) }
        let joined = words.filter { !$0.allSatisfy { $0 == "." } }.joined(separator: "-")
        if !joined.isEmpty, joined.utf8.count <= limit, !joined.hasPrefix(".") { return joined }
        var checksum = FNV1a()
        checksum.add(Data(plain.utf8))
        return "\(joined.prefix(limit / 4))-\(String(checksum.value, radix: 16))"
    }
}

/// A cassette that could not be read from disk or written to it. What was there before is still there.
public struct CassetteFileError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// There is no such file.
        case missing
        /// The file is larger than ``CassetteFile/limit``: its size in bytes.
        case tooLarge(Int)
        /// The file cannot be read, in the words of the system.
        case unreadable(String)
        /// The file cannot be written, in the words of the system.
        case unwritable(String)
    }

    /// What is wrong.
    public let reason: Reason

    /// The path of the file.
    public let file: String

    /// An error for a reason.
    public init(_ reason: Reason, file: String) {
        self.reason = reason
        self.file = file
    }
}

extension CassetteFileError: CustomStringConvertible, LocalizedError {
    /// One sentence for a person.
    public var description: String {
        switch reason {
        case .missing: "There is no cassette \(file)."
        case .tooLarge(let size): "\(file) has \(size) bytes; a cassette has at most \(CassetteFile.limit)."
        case .unreadable(let problem): "\(file) cannot be read: \(problem)."
        case .unwritable(let problem): "\(file) cannot be written: \(problem). The previous cassette was kept."
        }
    }

    public var errorDescription: String? { description }
}
