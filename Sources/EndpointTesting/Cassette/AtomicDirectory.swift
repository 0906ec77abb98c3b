/// A folder whose files are replaced whole or not at all, by one writer at a time.
struct AtomicDirectory {
    private let url: URL
    private let cassette: String

    /// A folder, which is made if there is none, for the errors about a cassette in it.
    init(_ url: URL, for cassette: String) {
        self.url = url
        self.cassette = cassette
    }

    /// Does something while no other process and no other thread does something here.
    func withLock(_ body: (AtomicDirectory) throws -> Void) throws {
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            throw CassetteFileError(.unwritable(error.localizedDescription), file: cassette)
        }
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
        try check(descriptor)
        defer { close(descriptor) }
        try check(flock(descriptor, LOCK_EX))
        try body(self)
    }

    /// Does something while no file here is replaced. A folder that cannot be opened needs no lock: no file can be saved in it.
    func withSharedLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return try body() }
        defer { close(descriptor) }
        _ = flock(descriptor, LOCK_SH)
        return try body()
    }

    /// Writes a file beside the old one and puts it in its place. A file that is the same already is not touched.
    func replace(_ name: String, with data: Data) throws {
        let place = url.appendingPathComponent(name).path
        if FileManager.default.contents(atPath: place) == data { return }
        let draft = url.appendingPathComponent(Self.draft(name)).path
        unlink(draft)  // Left by a writer that died: nobody else writes now.
        do {
            try fill(draft, with: data)
            try check(rename(draft, place))
        } catch {
            unlink(draft)
            throw error
        }
    }

    /// Removes the files with names of that kind, and their drafts, except the named ones. A file that cannot be removed stays.
    func removeFiles(where isOfKind: (String) -> Bool, except kept: Set<String>) {
        for file in (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? [] {
            let drafted = String(file.dropFirst().dropLast(4))
            let isDraft = file == Self.draft(drafted) && isOfKind(drafted)
            if isDraft || isOfKind(file) && !kept.contains(file) { unlink(url.appendingPathComponent(file).path) }
        }
    }

    private static func draft(_ name: String) -> String { ".\(name).tmp" }

    private func fill(_ path: String, with data: Data) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        try check(descriptor)
        defer { close(descriptor) }
        var rest = data[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            try check(count)
            rest = rest.dropFirst(count)
        }
        try check(fsync(descriptor))
    }

    private func check(_ result: some BinaryInteger) throws {
        guard result < 0 else { return }
        throw CassetteFileError(.unwritable(String(cString: strerror(errno))), file: cassette)
    }
}
