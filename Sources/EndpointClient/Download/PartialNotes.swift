/// The file with information about the bytes of a download that is not finished.
struct PartialNotes: Codable, Hashable {
    /// The inode of the file that has the bytes. Other bytes under its name are not meant.
    let inode: UInt64

    /// How the download resumes; nil if it cannot.
    let stored: DownloadPlan.Stored?

    /// What is at a path.
    enum Found: Hashable {
        case nothing
        case notes(PartialNotes)
        /// A file of somebody else.
        case other
    }

    /// Reads what is at a path.
    ///
    /// - Throws: ``FileProblem`` if it cannot be read now, for example because no descriptor is left.
    static func read(_ url: URL) throws(FileProblem) -> Found {
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT: return .nothing
            case ELOOP, EACCES, ENXIO: return .other
            default: throw FileProblem(url, errno: errno)
            }
        }
        let file = OpenFile(descriptor, url)
        let status = try file.status()
        guard status.isOwnRegularFile, status.st_size <= 1 << 20 else { return .other }
        let data = try file.read(Int(clamping: status.st_size), at: 0)
        if data.isEmpty { return .nothing }
        return (try? JSONDecoder().decode(PartialNotes.self, from: data)).map { .notes($0) } ?? .other
    }

    /// Writes the notes, in place of others. Not atomically, which would leave a temporary file when the process is
    /// killed: they are written at once, and notes that are cut off are not decoded.
    func write(_ url: URL, mode: mode_t) throws(FileProblem) {
        unlink(url.path)
        let descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw FileProblem(url, errno: errno) }
        let file = OpenFile(descriptor, url)
        let data = (try? JSONEncoder().encode(self)) ?? Data()
        if let problem = file.write(data, at: 0).problem {
            unlink(url.path)
            throw problem
        }
    }
}

extension stat {
    /// Whether it is a regular file of this user without further names, so that nothing else is changed with it.
    var isOwnRegularFile: Bool {
        st_mode & S_IFMT == S_IFREG && st_uid == geteuid() && st_nlink == 1
    }
}
