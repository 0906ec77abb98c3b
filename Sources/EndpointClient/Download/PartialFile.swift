/// The bytes of a download that is not finished, beside the file that it will become.
///
/// `NAME.partial` has the bytes, and `NAME.partial.json` information about them. The first is locked while the download
/// runs, so that two downloads to one file, even in two processes, do not mix. What was written survives if the process
/// is killed.
final class PartialFile {
    private let file: URL
    private let partial: URL
    private let notes: URL
    private let handle: FileHandle

    /// How many bytes are there.
    private(set) var length: Int64

    /// How many of them are from an earlier download.
    private(set) var reused: Int64

    /// The offset up to which the system has been asked to write the bytes to the disk.
    private var flushed: Int64

    /// Opens and locks the bytes for a file, or creates them.
    ///
    /// - Throws: ``FileProblem`` if it is not a file, cannot be written, or another download writes to it.
    init(for file: URL) throws(FileProblem) {
        self.file = file
        partial = file.appendingPathExtension("partial")
        notes = partial.appendingPathExtension("json")
        guard file.isFileURL else { throw FileProblem(file, "it is not a file URL") }
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), isFolder.boolValue {
            throw FileProblem(file, "it is a folder")
        }
        let mode = Self.mode(of: file)
        guard [nil, S_IFREG, S_IFLNK].contains(mode.map { $0 & S_IFMT }) else {
            throw FileProblem(file, "it is not a regular file")
        }
        while true {
            let descriptor = open(partial.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
            guard descriptor >= 0 else { throw FileProblem(partial, errno: errno) }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                throw FileProblem(partial, "another download writes to it")
            }
            // The download that held the lock before may have moved the file away.
            guard Self.identity(of: descriptor) == Self.identity(of: partial) else { continue }
            self.handle = handle
            break
        }
        let end = try FileProblem.catching(partial) { [handle] in try handle.seekToEnd() }
        (length, reused, flushed) = (Int64(end), Int64(end), Int64(end))
    }

    /// Information about the bytes; nil if the download cannot be resumed.
    func stored() -> DownloadPlan.Stored? {
        guard let data = try? Data(contentsOf: notes) else { return nil }
        return try? JSONDecoder().decode(DownloadPlan.Stored.self, from: data)
    }

    /// Removes the bytes, and stores the information about the new ones.
    func begin(_ stored: DownloadPlan.Stored?) throws(FileProblem) {
        try FileProblem.catching(partial) { try handle.truncate(atOffset: 0) }
        (length, reused, flushed) = (0, 0, 0)
        // Not atomically, which would leave a temporary file when the process is killed. Truncated JSON does not
        // decode, so that the download starts over.
        unlink(notes.path)
        guard let stored else { return }
        try FileProblem.catching(notes) {
            try JSONEncoder().encode(stored).write(to: notes, options: .withoutOverwriting)
        }
    }

    /// Adds bytes at the end. If the disk becomes full, those that fit are kept.
    func append(_ chunk: Data) throws(FileProblem) {
        if length - flushed >= 8 << 20 { flush() }
        defer { length = (try? handle.offset()).map(Int64.init) ?? length }
        try FileProblem.catching(partial) { try handle.write(contentsOf: chunk) }
    }

    /// Makes the system start writing to the disk, so that little is left for `finish`. Without it a download of 1 GiB
    /// took 1.5 times as long. On Linux `POSIX_FADV_DONTNEED` starts the writing of these pages, and does not wait for
    /// it.
    private func flush() {
        #if os(Linux)
            _ = posix_fadvise(handle.fileDescriptor, off_t(flushed), off_t(length - flushed), POSIX_FADV_DONTNEED)
        #endif
        flushed = length
    }

    /// The bytes from the beginning.
    var chunks: FileChunks { FileChunks(file: partial) }

    /// Moves the bytes to the path of the file, with the permissions of the existing one.
    func finish() throws(FileProblem) {
        try FileProblem.catching(partial) { try handle.synchronize() }
        if let mode = Self.mode(of: file), mode & S_IFMT == S_IFREG,
            fchmod(handle.fileDescriptor, mode & ~S_IFMT) != 0
        {
            throw FileProblem(partial, errno: errno)
        }
        guard rename(partial.path, file.path) == 0 else {
            throw FileProblem(file, errno: errno)
        }
        try? FileManager.default.removeItem(at: notes)
    }

    /// Ends the use of the bytes, and removes them if there are none, as after a call that was refused, unless they
    /// have become the file.
    func close() {
        if length == 0, Self.identity(of: handle.fileDescriptor) == Self.identity(of: partial) {
            for url in [notes, partial] { try? FileManager.default.removeItem(at: url) }
        }
        // A child process that is starting has a copy of the descriptor, and with it the lock, until it executes its
        // program.
        flock(handle.fileDescriptor, LOCK_UN)
    }

    /// The kind and the permissions of a file, or of a symbolic link; nil if there is none.
    private static func mode(of file: URL) -> mode_t? {
        var status = stat()
        return lstat(file.path, &status) == 0 ? status.st_mode : nil
    }

    private static func identity(of descriptor: Int32) -> [UInt64] {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : []
    }

    private static func identity(of file: URL) -> [UInt64] {
        var status = stat()
        return stat(file.path, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : []
    }
}

/// Why a file cannot be written.
struct FileProblem: Error {
    let description: String

    init(_ file: URL, _ reason: String) {
        description = "\(file.path) cannot be written: \(reason)"
    }

    init(_ file: URL, errno code: Int32) {
        self.init(file, String(cString: strerror(code)))
    }

    static func catching<Result>(_ file: URL, _ body: () throws -> Result) throws(FileProblem) -> Result {
        do {
            return try body()
        } catch {
            let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError
            throw cause.domain == NSPOSIXErrorDomain
                ? FileProblem(file, errno: Int32(cause.code)) : FileProblem(file, error.localizedDescription)
        }
    }
}

/// The bytes of a file in chunks of at most 1 MiB.
public struct FileChunks: Sequence, Sendable {
    let file: URL

    public func makeIterator() -> Iterator {
        Iterator(handle: try? FileHandle(forReadingFrom: file))
    }

    /// Reads one chunk after the other.
    public struct Iterator: IteratorProtocol {
        let handle: FileHandle?

        public mutating func next() -> Data? {
            guard let chunk = try? handle?.read(upToCount: 1 << 20), !chunk.isEmpty else { return nil }
            return chunk
        }
    }
}
