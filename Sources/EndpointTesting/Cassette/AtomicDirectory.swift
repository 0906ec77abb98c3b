/// A folder whose files are replaced atomically, by one writer at a time.
struct AtomicDirectory {
    private let url: URL
    private let cassette: String

    /// A folder, and the path of the cassette for errors.
    init(_ url: URL, for cassette: String) {
        self.url = url
        self.cassette = cassette
    }

    /// Calls the body while it holds the lock of the folder, which excludes other processes and threads. Creates the
    /// folder if needed.
    func withLock(_ body: (AtomicDirectory) throws -> Void) throws {
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            throw CassetteError(.unwritable(error.localizedDescription), file: cassette)
        }
        let descriptor = SystemCall.retryingInterrupted { open(url.path, O_RDONLY | O_CLOEXEC) }
        try check(descriptor)
        defer { close(descriptor) }
        try check(SystemCall.retryingInterrupted { flock(descriptor, LOCK_EX) })
        try body(self)
    }

    /// Calls the body while no file in the folder can be replaced. A folder that cannot be opened needs no lock,
    /// because no file can be saved in it.
    func withSharedLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        let descriptor = SystemCall.retryingInterrupted { open(url.path, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { return try body() }
        defer { close(descriptor) }
        _ = SystemCall.retryingInterrupted { flock(descriptor, LOCK_SH) }
        return try body()
    }

    /// Writes a temporary file and renames it to replace the old one. If the old file has the same contents, it is not
    /// touched.
    func replace(_ name: String, with data: Data) throws {
        let path = url.appendingPathComponent(name).path
        if FileManager.default.contents(atPath: path) == data { return }
        let temporary = url.appendingPathComponent(Self.temporaryName(for: name)).path
        unlink(temporary)  // A crashed process may have left it. Under the lock there is no other writer.
        do {
            try fill(temporary, with: data)
            try check(rename(temporary, path))
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Removes the files whose names match the condition, except the kept ones, and their temporary files. A file that
    /// cannot be removed is skipped.
    func removeFiles(where isRemovable: (String) -> Bool, except kept: Set<String>) {
        for file in (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? [] {
            let name = String(file.dropFirst().dropLast(4))
            let isTemporary = file == Self.temporaryName(for: name) && isRemovable(name)
            if isTemporary || isRemovable(file) && !kept.contains(file) {
                unlink(url.appendingPathComponent(file).path)
            }
        }
    }

    private static func temporaryName(for name: String) -> String { ".\(name).tmp" }

    private func fill(_ path: String, with data: Data) throws {
        let descriptor = SystemCall.retryingInterrupted { open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644) }
        try check(descriptor)
        defer { close(descriptor) }
        var rest = data[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                SystemCall.retryingInterrupted { write(descriptor, bytes.baseAddress, bytes.count) }
            }
            try check(count)
            rest = rest.dropFirst(count)
        }
        try check(SystemCall.retryingInterrupted { fsync(descriptor) })
    }

    private func check(_ result: some BinaryInteger) throws {
        guard result < 0 else { return }
        throw CassetteError(.unwritable(String(cString: strerror(errno))), file: cassette)
    }
}
