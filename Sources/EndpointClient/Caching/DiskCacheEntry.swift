/// A file with a stored response, open for reading, whose head is intact.
///
/// The file is never changed: another response, also one with the same body, is another file that takes over the name.
/// So what was found in this one stays together, whatever another process does meanwhile.
struct DiskCacheEntry {
    /// What is found under a name.
    enum Found {
        case nothing
        case entry(DiskCacheEntry)
        /// A file of the cache that is cut off or damaged.
        case damaged(length: Int64)
        /// Something that is not of the cache, or cannot be opened.
        case other
    }

    let length: Int64
    let modified: Double

    /// The head as it is in the file.
    let json: Data

    private let file: OpenFile
    private let format: DiskCacheFormat
    private let start: Data

    /// How much is read at once: most heads, and the bodies of small responses.
    private static let firstRead = 4096

    /// Whether reading the body takes so long that it would delay other tasks: more than about 50 µs.
    var isLarge: Bool { format.bodyLength > 64 << 10 }

    static func find(_ name: String, in folder: OpenFile, _ url: URL) -> Found {
        let descriptor = openat(folder.descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return errno == ENOENT ? .nothing : .other }
        let file = OpenFile(descriptor, url)
        guard let status = try? file.status(), status.isOwnRegularFile else { return .other }
        return DiskCacheEntry(file, status).map { .entry($0) } ?? .damaged(length: Int64(status.st_size))
    }

    private init?(_ file: OpenFile, _ status: stat) {
        (self.file, length, modified) = (file, Int64(status.st_size), status.modified)
        guard var start = try? file.read(Self.firstRead, at: 0), let format = DiskCacheFormat(start),
            format.fileLength == length
        else { return nil }
        let end = DiskCacheFormat.length + format.headLength
        if end > start.count {
            guard let longer = try? file.read(end, at: 0), DiskCacheFormat(longer) == format else { return nil }
            start = longer
        }
        guard format.isIntact(start) else { return nil }
        (self.format, self.start) = (format, start)
        json = start.subdata(in: start.startIndex + DiskCacheFormat.length..<start.startIndex + end)
    }

    /// The head; nil if it is from another version of the library.
    var head: CachedHead? { try? JSONDecoder().decode(CachedHead.self, from: json) }

    /// The body; nil if it is damaged.
    func body() -> Data? {
        let offset = DiskCacheFormat.length + format.headLength
        let body: Data
        if length <= start.count {
            body = start.subdata(in: start.startIndex + offset..<start.startIndex + format.fileLength)
        } else {
            guard let rest = try? file.read(format.bodyLength, at: Int64(offset)) else { return nil }
            body = rest
        }
        return format.isIntact(body: body) ? body : nil
    }

    /// Records a use, for what is removed first, at most once a minute.
    func touch(at now: Double) {
        if abs(now - modified) >= 60 { futimens(file.descriptor, nil) }
    }

    /// The head as it is written; equal heads give equal bytes. Nil if it has a time that is not a number.
    static func json(_ head: CachedHead) -> Data? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try? encoder.encode(head)
    }
}
