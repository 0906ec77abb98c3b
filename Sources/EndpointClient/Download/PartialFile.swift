/// The bytes of a download that is not finished, beside the file that it will become.
///
/// One file has the bytes, and another one information about them, under names that no other file has
/// (``DownloadNames``). The first is locked while the download runs, so that two downloads to one file, even in two
/// processes, do not mix. What was written survives if the process is killed.
final class PartialFile {
    private let file: URL
    private let partial: URL
    private let notes: URL
    private let bytes: OpenFile
    private let folder: OpenFile?
    private let inode: UInt64

    /// How many bytes are there.
    private(set) var length: Int64

    /// How many of them are from an earlier download.
    private(set) var reused: Int64

    /// How many bytes this download has written, also those that have been removed since.
    private(set) var received: Int64 = 0

    /// How often the bytes have been replaced from the beginning.
    private(set) var beginnings = 0

    /// Information about the bytes; nil if the download cannot be resumed.
    private(set) var stored: DownloadPlan.Stored?

    /// The offset up to which the system has been asked to write the bytes to the disk.
    private var flushed: Int64

    private var isFinished = false

    /// Opens and locks the bytes for a file, or creates them.
    ///
    /// - Throws: ``FileProblem`` if it is not a file, cannot be written, or another download writes to it.
    init(for file: URL) throws(FileProblem) {
        self.file = file
        try Self.check(file)
        folder = try Self.openFolder(of: file)
        let place = try PartialPlace(for: file)
        (partial, notes, bytes) = (place.partial, place.notes, place.file)
        let status = try bytes.status()
        (inode, stored) = (UInt64(status.st_ino), place.stored)
        (length, reused, flushed) = (Int64(status.st_size), Int64(status.st_size), Int64(status.st_size))
    }

    /// Removes the bytes, and stores the information about the new ones.
    func begin(_ stored: DownloadPlan.Stored?) throws(FileProblem) {
        self.stored = nil
        try bytes.truncate()
        (length, reused, flushed) = (0, 0, 0)
        beginnings += 1
        try checkPath()
        try PartialNotes(inode: inode, stored: stored).write(notes, mode: permissions())
        self.stored = stored
    }

    /// Replaces the information about the bytes. If it cannot be written, the former one stays on the disk.
    func update(_ stored: DownloadPlan.Stored, random: UInt64) {
        guard stored != self.stored else { return }
        self.stored = stored
        let new = notes.deletingLastPathComponent().appendingPathComponent(
            DownloadNames.moving(notes.lastPathComponent, random))
        guard bytes.isAt(partial), let mode = try? permissions(),
            (try? PartialNotes(inode: inode, stored: stored).write(new, mode: mode)) != nil
        else { return }
        if rename(new.path, notes.path) != 0 { unlink(new.path) }
    }

    private func permissions() throws(FileProblem) -> mode_t { try bytes.status().st_mode & 0o777 }

    /// Adds bytes at the end. If the disk becomes full, those that fit are kept.
    func append(_ chunk: Data) throws(FileProblem) {
        if length - flushed >= 8 << 20 { flush() }
        let (written, problem) = bytes.write(chunk, at: length)
        length += written
        received += written
        if let problem { throw problem }
    }

    /// Makes the system start writing to the disk, so that little is left for `finish`. Without it a download of 1 GiB
    /// took 1.5 times as long. On Linux `POSIX_FADV_DONTNEED` starts the writing of these pages, and does not wait for
    /// it.
    private func flush() {
        #if os(Linux)
            _ = posix_fadvise(bytes.descriptor, off_t(flushed), off_t(length - flushed), POSIX_FADV_DONTNEED)
        #endif
        flushed = length
    }

    /// The bytes from the beginning.
    var chunks: FileChunks { FileChunks(file: bytes, length: length) }

    /// Moves the bytes to the path of the file, with the permissions of the existing one.
    ///
    /// A path may become that of another file at any time. So the bytes are moved to a name that nobody else knows
    /// first, and only the file that is locked is moved on from there.
    ///
    /// - Parameter random: Returns a random number, which makes the name.
    func finish(random: () -> UInt64) throws(FileProblem) {
        try bytes.synchronize()
        try checkPath()
        guard Int64(try bytes.status().st_size) == length else {
            throw FileProblem(partial, "its length was changed meanwhile")
        }
        let moving = partial.deletingLastPathComponent().appendingPathComponent(
            DownloadNames.moving(partial.lastPathComponent, random()))
        // Another download may begin to use the names as soon as the bytes have been moved.
        unlink(notes.path)
        do throws(FileProblem) {
            guard rename(partial.path, moving.path) == 0 else { throw FileProblem(partial, errno: errno) }
            guard bytes.isAt(moving) else { throw FileProblem(partial, Self.replaced) }
            if let old = FileStatus(file), old.kind == S_IFREG {
                try bytes.setMode(old.permissions)
            } else {
                try bytes.setMode(permissions())
            }
            guard rename(moving.path, file.path) == 0 else { throw FileProblem(file, errno: errno) }
        } catch {
            moveBack(moving)
            throw error
        }
        isFinished = true
        try? folder?.synchronize()
    }

    /// Gives a file its name again. If another file has it meanwhile, the bytes of this download are removed.
    private func moveBack(_ moving: URL) {
        if link(moving.path, partial.path) == 0 || bytes.isAt(moving) { unlink(moving.path) }
        guard bytes.isAt(partial), let mode = try? permissions() else { return }
        try? bytes.setMode(mode | 0o600)
        try? PartialNotes(inode: inode, stored: stored).write(notes, mode: mode | 0o600)
    }

    /// Ends the use of the bytes, and removes them if they are of no use: there are none, as after a call that was
    /// refused, or they cannot be continued.
    func close() {
        if !isFinished, length == 0 || stored == nil, bytes.isAt(partial) {
            for url in [notes, partial] { unlink(url.path) }
        }
        // A child process that is starting has a copy of the descriptor, and with it the lock, until it executes its
        // program.
        flock(bytes.descriptor, LOCK_UN)
    }

    private static let replaced = "it was removed or replaced meanwhile"

    /// Throws if the bytes are no longer at their path, so that the file there is another one.
    private func checkPath() throws(FileProblem) {
        guard bytes.isAt(partial) else { throw FileProblem(partial, Self.replaced) }
    }

    /// Throws if a path cannot be that of a download.
    private static func check(_ file: URL) throws(FileProblem) {
        guard file.isFileURL else { throw FileProblem(file, "it is not a file URL") }
        if DownloadNames.areReserved(file.lastPathComponent) {
            throw FileProblem(file, "its name is that of a download which is not finished")
        }
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), isFolder.boolValue {
            throw FileProblem(file, "it is a folder")
        }
        guard [nil, S_IFREG, S_IFLNK].contains(FileStatus(file)?.kind) else {
            throw FileProblem(file, "it is not a regular file")
        }
    }

    /// The folder of a file, to be synchronized after the file has been moved there; nil if it may only be written.
    private static func openFolder(of file: URL) throws(FileProblem) -> OpenFile? {
        let url = file.deletingLastPathComponent()
        let descriptor = open(url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor < 0 else { return OpenFile(descriptor, url) }
        guard errno == EACCES || errno == EPERM else { throw FileProblem(file, errno: errno) }
        return nil
    }
}
