/// The folder of a disk cache: 256 folders by the first digits of a digest of the key, with the files in them.
///
/// What is not certainly of the cache isn't touched: it only opens and removes regular files of this user that have a
/// name of the cache and no other name (hard link), and folders of this user to which others cannot write. Symbolic
/// links are not followed. Everything is opened relative to its folder, so that no folder on the way can be exchanged.
struct DiskCacheFolder: Sendable {
    /// The folder, which is within the folder that the app names.
    let url: URL

    private let path: String

    /// - Throws: ``FileProblem`` if the URL is not that of a folder.
    init(in folder: URL) throws(FileProblem) {
        guard folder.isFileURL, !folder.path.utf8.contains(0) else { throw FileProblem(folder, "it is not a file URL") }
        url = URL(fileURLWithPath: folder.path).appendingPathComponent("EndpointCache-1", isDirectory: true)
        path = url.path
    }

    /// Opens the folder.
    func open() throws(FileProblem) -> OpenFile {
        try open(AT_FDCWD, path)
    }

    /// Opens the folder, or makes it and those around it.
    func create() throws(FileProblem) -> OpenFile {
        if mkdir(path, 0o700) != 0, errno == ENOENT {
            try? FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            mkdir(path, 0o700)
        }
        return try open()
    }

    /// Opens one of the folders within the folder; nil if there is none that can be used.
    func open(_ name: String) -> OpenFile? {
        guard let folder = try? open() else { return nil }
        return try? open(folder.descriptor, name)
    }

    /// Opens one of the folders within the folder, or makes it.
    func create(_ name: String, in folder: OpenFile) throws(FileProblem) -> OpenFile {
        mkdirat(folder.descriptor, name, 0o700)
        return try open(folder.descriptor, name)
    }

    /// The names of the folders within the folder.
    static let names = (0..<256).map { String($0, width: 2, radix: 16) }

    private func open(_ parent: Int32, _ name: String) throws(FileProblem) -> OpenFile {
        let descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileProblem(url, errno: errno) }
        let folder = OpenFile(descriptor, url)
        let status = try folder.status()
        guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            throw FileProblem(url, "it belongs to another user, or others can write to it")
        }
        return folder
    }
}

/// A file of a cache as a folder lists it.
struct DiskCacheFile {
    let name: String
    let length: Int64
    let modified: Double

    /// The files of a cache in one of its folders.
    static func all(in folder: OpenFile) -> [DiskCacheFile] {
        let descriptor = openat(folder.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        guard let stream = fdopendir(descriptor) else {
            close(descriptor)
            return []
        }
        defer { closedir(stream) }
        var files: [DiskCacheFile] = []
        while let entry = readdir(stream) {
            // The name is shorter than the array that is declared for it.
            let address = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
            let name = String(cString: address.assumingMemoryBound(to: CChar.self))
            if DiskCacheNames.areOfCache(name), let file = DiskCacheFile(name, in: folder) { files.append(file) }
        }
        return files
    }

    /// Nil if there is no such file, or another user owns it.
    private init?(_ name: String, in folder: OpenFile) {
        var status = stat()
        guard fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.isOwnRegularFile
        else { return nil }
        (self.name, length, modified) = (name, Int64(status.st_size), status.modified)
    }
}

/// The names of the files of one key.
struct DiskCacheNames {
    /// The folder of the files.
    let folder: String

    /// One name for each variant of the response.
    let files: [String]

    /// How many variants of a response are kept, so that a server that answers each request with another one doesn't
    /// make look-ups slow.
    static let variants = 8

    /// The digest has the store's secret in it, so that a name doesn't show which URL was requested.
    init(_ key: CacheKey, secret: Data) {
        let text = secret + Data("\(key.url.utf8.count) \(key.url)\(key.owner)".utf8)
        let digest = SHA256Digest(text).hexadecimal.prefix(40)
        folder = String(digest.prefix(2))
        files = (0..<Self.variants).map { "\(digest.dropFirst(2)).\($0)" }
    }

    /// A name for a file that is being written.
    static func temporary() -> String {
        "new-" + String(UInt64.random(in: .min ... .max) | 1 << UInt64(63), radix: 16)
    }

    /// Whether a file with this name is one of a cache, also one that is not complete.
    static func areOfCache(_ name: String) -> Bool {
        if isTemporary(name) { return true }
        let bytes = Array(name.utf8)
        return bytes.count == 40 && bytes[38] == UInt8(ascii: ".") && bytes[39] >= UInt8(ascii: "0")
            && bytes[39] < UInt8(ascii: "0") + UInt8(variants) && bytes[..<38].allSatisfy(isDigit)
    }

    /// Whether this is the name of a file that is not complete.
    static func isTemporary(_ name: String) -> Bool {
        name.utf8.count == 20 && name.hasPrefix("new-") && name.utf8.dropFirst(4).allSatisfy(isDigit)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}

extension stat {
    /// When the file was written or used, in seconds since 1970.
    var modified: Double {
        // The names of the member differ.
        #if os(Linux)
            Double(st_mtim.tv_sec) + Double(st_mtim.tv_nsec) / 1e9
        #else
            Double(st_mtimespec.tv_sec) + Double(st_mtimespec.tv_nsec) / 1e9
        #endif
    }
}
