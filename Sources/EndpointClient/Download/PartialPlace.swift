/// The files of a download that is not finished, opened and locked.
///
/// A file that exists under their names is used only if it is empty, or if the notes beside it name its inode.
/// Otherwise it belongs to somebody else, and the download takes other names.
struct PartialPlace {
    let partial: URL
    let notes: URL
    let file: OpenFile

    /// Information about the bytes; nil if there are none that can be continued.
    let stored: DownloadPlan.Stored?

    /// - Throws: ``FileProblem`` if the file cannot be written, or another download writes to it.
    init(for destination: URL) throws(FileProblem) {
        for number in 0..<8 {
            if let place = try PartialPlace(for: destination, number: number) {
                self = place
                return
            }
        }
        throw FileProblem(destination, "other files have the names that a download needs")
    }

    /// Nil if a file of somebody else has one of the names.
    private init?(for destination: URL, number: Int) throws(FileProblem) {
        let names = DownloadNames(for: destination.lastPathComponent, number: number)
        let folder = destination.deletingLastPathComponent()
        partial = folder.appendingPathComponent(names.partial)
        notes = folder.appendingPathComponent(names.notes)
        let old = FileStatus(destination).flatMap { $0.kind == S_IFREG ? $0.permissions | 0o600 : nil }
        while true {
            guard let (file, isNew) = try Self.openFile(partial, mode: old ?? 0o644) else { return nil }
            guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else {
                guard errno == EWOULDBLOCK else { throw FileProblem(partial, errno: errno) }
                throw FileProblem(partial, "another download writes to it")
            }
            // The download that held the lock before may have moved the file away.
            guard file.isAt(partial) else { continue }
            let status = try file.status()
            let found = try PartialNotes.read(notes)
            guard let stored = Self.stored(status, found) else {
                if isNew { unlink(partial.path) }
                return nil
            }
            if let old, status.st_mode & 0o777 & ~old != 0 { try file.setMode(status.st_mode & old) }
            (self.file, self.stored) = (file, stored)
            return
        }
    }

    /// Opens a file, or creates it. Nil if it belongs to somebody else.
    private static func openFile(_ url: URL, mode: mode_t) throws(FileProblem) -> (file: OpenFile, isNew: Bool)? {
        while true {
            let new = open(url.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
            if new >= 0 { return (OpenFile(new, url), true) }
            guard errno == EEXIST else { throw FileProblem(url, errno: errno) }
            let old = open(url.path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            if old >= 0 { return (OpenFile(old, url), false) }
            switch errno {
            case ENOENT: continue
            case ELOOP, EISDIR, ENXIO, EACCES: return nil
            default: throw FileProblem(url, errno: errno)
            }
        }
    }

    /// The information about the bytes of a file. Nil if the file or the notes are of somebody else.
    private static func stored(_ status: stat, _ found: PartialNotes.Found) -> DownloadPlan.Stored?? {
        guard status.isOwnRegularFile else { return nil }
        switch found {
        case .other: return nil
        case .notes(let notes) where notes.inode == UInt64(status.st_ino): return .some(notes.stored)
        case .nothing, .notes: return status.st_size == 0 ? .some(nil) : nil
        }
    }
}
