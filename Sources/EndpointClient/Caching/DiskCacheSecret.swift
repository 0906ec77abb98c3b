/// The file with a store's secret: 32 random bytes and their checksum.
///
/// Of several processes the first one makes it, and the others read it. It is written under another name and then
/// linked, which fails if the name exists: so it is never seen incomplete. Instead of a damaged one, the next name is
/// used. The names of responses depend on the secret, so that those of a former one are not found again, and removed
/// when their space is needed.
enum DiskCacheSecret {
    private enum Found {
        case secret(Data)
        case nothing
        case damaged
    }

    static func random() -> Data {
        Data((0..<32).map { _ in UInt8.random(in: .min ... .max) })
    }

    /// The secret in a folder, which becomes this one if there is none.
    ///
    /// - Throws: ``FileProblem`` if it can be neither read nor written.
    static func secret(_ new: Data, in folder: OpenFile, _ url: URL) throws(FileProblem) -> Data {
        for number in 1...16 {
            let name = "secret-\(number)"
            if case .nothing = try read(name, in: folder, url) { try write(new, name, in: folder, url) }
            if case .secret(let secret) = try read(name, in: folder, url) { return secret }
        }
        throw FileProblem(url, "its secrets are damaged")
    }

    private static func read(_ name: String, in folder: OpenFile, _ url: URL) throws(FileProblem) -> Found {
        let descriptor = openat(folder.descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT: return .nothing
            case ELOOP, ENXIO, EACCES: return .damaged
            default: throw FileProblem(url, errno: errno)
            }
        }
        let file = OpenFile(descriptor, url)
        let status = try file.status()
        // Between linking and unlinking it has two names.
        guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_size == 40 else {
            return .damaged
        }
        let contents = try file.read(40, at: 0)
        let secret = contents.prefix(32)
        return contents == self.contents(secret) ? .secret(Data(secret)) : .damaged
    }

    /// Writes a secret under a name. If another process has done so meanwhile, that one stays.
    static func write(
        _ secret: Data, _ name: String, in folder: OpenFile, _ url: URL
    ) throws(FileProblem) {
        let temporary = DiskCacheNames.temporary()
        let descriptor = openat(
            folder.descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileProblem(url, errno: errno) }
        defer { unlinkat(folder.descriptor, temporary, 0) }
        if let problem = OpenFile(descriptor, url).write(contents(secret), at: 0).problem { throw problem }
        guard linkat(folder.descriptor, temporary, folder.descriptor, name, 0) == 0 || errno == EEXIST else {
            throw FileProblem(url, errno: errno)
        }
    }

    private static func contents(_ secret: Data) -> Data {
        withUnsafeBytes(of: DiskCacheChecksum.value(of: secret).littleEndian) { secret + Data($0) }
    }
}
