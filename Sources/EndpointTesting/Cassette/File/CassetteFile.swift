/// A cassette on disk: where it is, what it keeps and what it hides.
///
/// ```swift
/// let file = CassetteFile(URL(fileURLWithPath: "Cassettes/login.har"))
/// let (cassette, notes) = try file.load()
/// ```
///
/// A save is all or nothing: whatever happens to the disk or the process, the old cassette or the new one is there, whole. Saves of
/// several tests and processes to one folder wait for each other.
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
