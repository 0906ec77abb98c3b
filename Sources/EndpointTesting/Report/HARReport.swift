/// A page that shows HAR files: one HTML file that needs no network and no other file.
///
/// ```swift
/// let report = try HARReport(files: [before, after])
/// try report.html().write(to: page)
/// ```
///
/// It shows the requests as a waterfall with their statuses, sizes and phases, bodies as trees, pictures, events with
/// their times, messages of WebSockets, and what decorators decided: retries, waits, refreshes, revalidations. Each
/// request can be copied as a curl command, as a stub of a ``MockClient`` and as a test. With two files, it also shows
/// what the second one has changed.
///
/// The files may be of this library, of a browser or of a proxy. Their secrets are replaced as in a cassette; equal
/// secrets of all files have equal placeholders. What cannot be read of a damaged file is named in a note. The page
/// runs no script of a file, and its browser is not allowed to load anything.
public struct HARReport: Sendable {
    private(set) var files: [ReportFile] = []
    private let redaction: Redaction

    /// The secrets that are already known, with their placeholders.
    private var placeholders = PlaceholderTable()

    /// How large the bodies in the page may be.
    var limits = ReportLimits()

    /// A report without files. The redaction says which secrets are replaced, in addition to the standard ones.
    public init(redaction: Redaction = .showingValues) {
        self.redaction = redaction
    }

    /// A report about what a test has sent and got, with the error of each request that had no answer.
    init(
        _ exchanges: [(interaction: Interaction, miss: UnmatchedRequest?)], named name: String, redaction: Redaction,
        _ placeholders: PlaceholderTable = PlaceholderTable()
    ) {
        self.init(redaction: redaction)
        self.placeholders = placeholders
        files.append(ReportFile(name, exchanges.map { ReportEntry($0.interaction, miss: $0.miss) }))
    }

    /// A report about files.
    ///
    /// - Throws: `CassetteError`, which names the file, when one cannot be read at all, is no HAR file, or is larger
    ///   than ``CassetteFile/limit``.
    public init(files: [URL], redaction: Redaction = .showingValues) throws {
        self.init(redaction: redaction)
        for file in files { try add(file: file) }
    }

    /// Adds a HAR file. `sidecar` loads a body that is in a file beside it.
    ///
    /// - Throws: `CassetteError` when it is no HAR file, or has no entry before the place at which it is damaged.
    public mutating func add(har: Data, named name: String, sidecar: ((String) throws -> Data)? = nil) throws {
        do {
            files.append(ReportFile(name, try HARInspection(har: har, sidecar: sidecar)))
        } catch var error as CassetteError {
            error.file = error.file ?? name
            throw error
        }
    }

    /// Adds exchanges, such as those of a ``Recording``.
    public mutating func add(_ cassette: Cassette, named name: String) {
        files.append(ReportFile(name, cassette.interactions.map { ReportEntry($0) }))
    }

    /// Adds a HAR file with the bodies that are in files beside it.
    @_spi(EndpointTool) public mutating func add(file url: URL) throws {
        let file = CassetteFile(url)
        try add(har: file.content(), named: file.url.lastPathComponent) { try file.sidecar($0) }
    }

    /// What could not be read of the files, without secrets: where a file is damaged, and which entries were left out.
    /// The page shows it too.
    public var notes: [String] {
        files.flatMap { file in file.notes.map { redaction.text("\(file.name): \($0)") } }
    }

    /// The page, in UTF-8. Its title is the name of the file, if it is given none.
    public func html(title: String? = nil) -> Data {
        var table = placeholders
        var files = files
        files.replaceSecrets(by: redaction, into: &table)
        var data = ReportData(files, title: title, limits: limits)
        // What the redaction cannot replace, such as a short secret in bytes that are no text, is left out.
        let scan = LeakScan(table, redaction)
        for _ in ReportEntry.Extent.allCases {
            let leaking = data.places(leaking: scan)
            if leaking.isEmpty { break }
            for place in leaking { files.reduce(at: place) }
            data = ReportData(files, title: title, limits: limits)
        }
        return ReportPage.html(data)
    }
}
