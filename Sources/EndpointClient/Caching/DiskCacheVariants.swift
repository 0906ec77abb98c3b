/// The files of one key: its variants, at most ``DiskCacheNames/variants`` of them.
///
/// A variant may have any of the key's names. Two processes that store at the same time may choose the same one, so
/// that one of the two responses is lost, or two for the same variant, of which the newest counts.
struct DiskCacheVariants {
    private let key: CacheKey
    private let names: DiskCacheNames
    private let folder: OpenFile
    private let url: URL

    init(_ key: CacheKey, _ names: DiskCacheNames, in folder: OpenFile, _ url: URL) {
        (self.key, self.names, self.folder, self.url) = (key, names, folder, url)
    }

    /// The heads of all variants, the newest first.
    func heads() -> [CachedHead] {
        var seen: Set<String> = []
        return stored().map(\.head).sorted { $0.responseTime > $1.responseTime }.filter {
            seen.insert($0.variant).inserted
        }
    }

    /// The file with exactly this head.
    func entry(with head: CachedHead) -> DiskCacheEntry? {
        guard let json = DiskCacheEntry.json(head) else { return nil }
        for name in names.files {
            if case .entry(let entry) = DiskCacheEntry.find(name, in: folder, url), entry.json == json { return entry }
        }
        return nil
    }

    /// Stores a response, or removes that of the same variant if there is no room for it. Returns by how many bytes
    /// there are more.
    func replace(_ head: CachedHead, body: Data, longest: Int64) throws(FileProblem) -> Int64 {
        let former = stored().filter { $0.head.variant == head.variant }
        guard let json = DiskCacheEntry.json(head), let start = DiskCacheFormat.start(head: json, body: body),
            Int64(start.count) + Int64(body.count) <= longest
        else { return remove(former.map { ($0.name, $0.entry.length) }) }
        guard let target = former.first.map({ ($0.name, $0.entry.length) }) ?? freeName() else { return 0 }
        do throws(FileProblem) {
            guard try write(start, body, target.0) else { return remove(former.map { ($0.name, $0.entry.length) }) }
        } catch {
            // The server has replaced it: an older one is not used again.
            _ = remove(former.map { ($0.name, $0.entry.length) })
            throw error
        }
        let others = former.dropFirst().map { ($0.name, $0.entry.length) }
        return Int64(start.count) + Int64(body.count) - target.1 + remove(others)
    }

    /// The intact files of this key.
    private func stored() -> [(name: String, head: CachedHead, entry: DiskCacheEntry)] {
        names.files.compactMap { name in
            guard case .entry(let entry) = DiskCacheEntry.find(name, in: folder, url), let head = entry.head,
                head.key == key
            else { return nil }
            return (name, head, entry)
        }
    }

    /// The first name that is free or that of a damaged file, else that of the variant that was used least recently,
    /// and the length of its file. Nil if others have all the names.
    private func freeName() -> (String, Int64)? {
        var choices: [(name: String, length: Int64, used: Double)] = []
        for name in names.files {
            switch DiskCacheEntry.find(name, in: folder, url) {
            case .nothing: return (name, 0)
            case .entry(let entry): choices.append((name, entry.length, entry.modified))
            case .damaged(let length): return (name, length)
            case .other: continue
            }
        }
        return choices.min { $0.used < $1.used }.map { ($0.name, $0.length) }
    }

    /// Writes a file under another name, and gives it this one. The bytes are not flushed to the disk: what is lost
    /// with the power is found by the checksums, and a flush would take longer than most calls. False if the file was
    /// removed meanwhile, together with others.
    private func write(_ start: Data, _ body: Data, _ name: String) throws(FileProblem) -> Bool {
        let temporary = DiskCacheNames.temporary()
        let descriptor = openat(
            folder.descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileProblem(url, errno: errno) }
        let file = OpenFile(descriptor, url)
        do throws(FileProblem) {
            if let problem = file.write(start, at: 0).problem { throw problem }
            if let problem = file.write(body, at: Int64(start.count)).problem { throw problem }
            if renameat(folder.descriptor, temporary, folder.descriptor, name) == 0 { return true }
            guard errno == ENOENT else { throw FileProblem(url, errno: errno) }
            return false
        } catch {
            unlinkat(folder.descriptor, temporary, 0)
            throw error
        }
    }

    private func remove(_ files: some Sequence<(String, Int64)>) -> Int64 {
        files.reduce(0) { unlinkat(folder.descriptor, $1.0, 0) == 0 ? $0 - $1.1 : $0 }
    }
}
