/// A file that is open for reading and writing, by its descriptor.
///
/// It stays the same file if its path is removed or becomes that of another file.
final class OpenFile: Sendable {
    let descriptor: Int32

    /// The path under which it was opened, for messages.
    private let url: URL

    init(_ descriptor: Int32, _ url: URL) {
        (self.descriptor, self.url) = (descriptor, url)
    }

    deinit { close(descriptor) }

    /// Kind, permissions, length and more.
    func status() throws(FileProblem) -> stat {
        var status = stat()
        try check(fstat(descriptor, &status))
        return status
    }

    /// Writes bytes at an offset, and returns how many of them fit on the disk.
    func write(_ bytes: Data, at offset: Int64) -> (written: Int64, problem: FileProblem?) {
        bytes.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let count = pwrite(
                    descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written,
                    off_t(offset) + off_t(written))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return (Int64(written), FileProblem(url, errno: count < 0 ? errno : ENOSPC)) }
                written += count
            }
            return (Int64(written), nil)
        }
    }

    /// Reads at most this many bytes at an offset; no bytes at the end.
    func read(_ count: Int, at offset: Int64) throws(FileProblem) -> Data {
        var data = Data(count: count)
        let length = data.withUnsafeMutableBytes { bytes in
            var length: Int
            repeat {
                length = pread(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
            } while length < 0
                && errno == EINTR
            return length
        }
        try check(length < 0 ? -1 : 0)
        return data.prefix(length)
    }

    /// Removes all bytes.
    func truncate() throws(FileProblem) {
        try check(ftruncate(descriptor, 0))
    }

    /// Sets the permissions.
    func setMode(_ mode: mode_t) throws(FileProblem) {
        try check(fchmod(descriptor, mode))
    }

    /// Waits until the bytes are on the disk.
    func synchronize() throws(FileProblem) {
        try check(fsync(descriptor))
    }

    /// Whether a path leads to this file.
    func isAt(_ url: URL) -> Bool {
        guard let mine = try? status(), let other = FileStatus(url) else { return false }
        return mine.st_dev == other.value.st_dev && mine.st_ino == other.value.st_ino
    }

    private func check(_ result: Int32) throws(FileProblem) {
        guard result == 0 else { throw FileProblem(url, errno: errno) }
    }
}

/// Kind and permissions of a file, or of a symbolic link.
struct FileStatus {
    let value: stat

    /// Nil if there is no such file.
    init?(_ url: URL) {
        var status = stat()
        guard lstat(url.path, &status) == 0 else { return nil }
        value = status
    }

    /// One of the constants `S_IFREG`, `S_IFDIR` and so on.
    var kind: mode_t { value.st_mode & S_IFMT }

    /// The permissions, without the bits that give a program the rights of its owner.
    var permissions: mode_t { value.st_mode & 0o777 }
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
}
