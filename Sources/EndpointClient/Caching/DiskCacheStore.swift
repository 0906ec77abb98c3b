/// Keeps responses in a folder, so that they are there after the app has been started again.
///
/// Each response is one file with checksums, which is written under another name first. A file that is damaged or cut
/// off is not used, and several processes can use one folder. Nothing is read when the store is made, and there is no
/// index: a response is found by its name, a digest of the key.
///
/// Responses that were used least recently are removed when there are more bytes than allowed, in the background after
/// one was stored. A use is recorded at most once a minute. Of each URL up to eight variants (`Vary`) are kept.
///
/// The cache makes a folder of its own in the one that it is given, for this user only (mode 0700, files 0600). Other
/// files are not touched, and symbolic links in the folder are not followed. A folder that cannot be used is no error:
/// then nothing is stored, and everything is requested. Files are not encrypted.
public struct DiskCacheStore: CacheStore {
    public let secret: Data

    private let folder: DiskCacheFolder?
    private let space: DiskCacheSpace?
    private let longest: Int64
    private let reports: DiskCacheReports
    private let time: TimeSource

    /// The queue of everything that may take longer than a look-up, so that it doesn't delay other tasks: writing,
    /// removing, and reading large bodies.
    private let queue = DispatchQueue(label: "EndpointClient.cache")

    /// A store in a folder, which is created if needed. Put it into the system's folder for caches.
    ///
    /// - Parameters:
    ///   - folder: The URL of a folder on this machine.
    ///   - bytes: How long all files may be together; a response may have a quarter of that. They can exceed it by a
    ///     quarter for a short time. With 0 or less nothing is stored.
    ///   - report: Called when nothing can be stored, for example on a full disk, with a sentence for a log. It is
    ///     called again only after something has been stored, at most once a minute. The sentence has the path of the
    ///     folder, and nothing of a request.
    public init(
        folder: URL, bytes: Int64 = 64 << 20, report: @escaping @Sendable (_ problem: String) -> Void = { _ in }
    ) {
        self.init(folder: folder, bytes: bytes, time: .system, report: report)
    }

    init(folder url: URL, bytes: Int64, time: TimeSource, report: @escaping @Sendable (String) -> Void) {
        let reports = DiskCacheReports(time, report)
        let random = DiskCacheSecret.random()
        let folder = reports.result { () throws(FileProblem) in try DiskCacheFolder(in: url) }
        secret =
            folder.flatMap { folder in
                reports.result { () throws(FileProblem) in
                    try DiskCacheSecret.secret(random, in: folder.create(), folder.url)
                }
            } ?? random
        (self.folder, self.reports, self.time) = (folder, reports, time)
        longest = max(0, bytes) / 4
        space = folder.map { DiskCacheSpace($0, limit: max(0, bytes)) }
    }

    public func heads(for key: CacheKey) async -> [CachedHead] {
        variants(of: key)?.heads() ?? []
    }

    /// The body of exactly this response; nil if it is missing or damaged, or another one has replaced it.
    ///
    /// A small body is read at once: from the system's memory that takes a few microseconds, less than a change of
    /// threads. A body of more than 64 KiB is read on a queue.
    public func body(of head: CachedHead) async -> Data? {
        guard let entry = variants(of: head.key)?.entry(with: head) else { return nil }
        guard let body = entry.isLarge ? await perform({ entry.body() }) : entry.body() else { return nil }
        entry.touch(at: time.date().timeIntervalSince1970)
        return body
    }

    public func save(_ head: CachedHead, body: Data) async {
        await perform { write(head, body) }
    }

    public func update(_ head: CachedHead, replacing old: CachedHead) async {
        await perform {
            guard let body = variants(of: old.key)?.entry(with: old)?.body() else { return }
            write(head, body)
        }
    }

    /// Removes the responses whose keys match, those of former secrets too, and damaged files.
    public func remove(where isRemoved: @Sendable (CacheKey) -> Bool) async {
        guard let folder else { return }
        for name in DiskCacheFolder.names {
            let files = await perform { keys(in: name) }
            let removed = files.filter { $0.key.map(isRemoved) ?? true }.map(\.name)
            guard !removed.isEmpty else { continue }
            await perform {
                guard let part = folder.open(name) else { return }
                // All files of one name have the same key.
                for name in removed { unlinkat(part.descriptor, name, 0) }
            }
        }
    }

    /// Returns when the files that were too many have been removed.
    func cleaned() async { await space?.cleaned() }

    private func variants(of key: CacheKey) -> DiskCacheVariants? {
        let names = DiskCacheNames(key, secret: secret)
        guard let folder, let part = folder.open(names.folder) else { return nil }
        return DiskCacheVariants(key, names, in: part, folder.url)
    }

    private func write(_ head: CachedHead, _ body: Data) {
        guard let folder else { return }
        let written = reports.result { () throws(FileProblem) in
            let names = DiskCacheNames(head.key, secret: secret)
            let part = try folder.create(names.folder, in: root(folder))
            let variants = DiskCacheVariants(head.key, names, in: part, folder.url)
            return (part, try variants.replace(head, body: body, longest: longest))
        }
        guard let (part, change) = written else { return }
        reports.succeed()
        space?.add(change, in: part) { [time] in time.date().timeIntervalSince1970 }
    }

    /// The folder. If it was deleted meanwhile, it is made again, with the same secret.
    private func root(_ folder: DiskCacheFolder) throws(FileProblem) -> OpenFile {
        if let root = try? folder.open() { return root }
        let root = try folder.create()
        _ = try DiskCacheSecret.secret(secret, in: root, folder.url)
        return root
    }

    /// The files of one folder with their keys, which are nil if they are damaged or incomplete.
    private func keys(in name: String) -> [(name: String, key: CacheKey?)] {
        guard let folder, let part = folder.open(name) else { return [] }
        return DiskCacheFile.all(in: part).map { file in
            guard case .entry(let entry) = DiskCacheEntry.find(file.name, in: part, folder.url) else {
                return (file.name, nil)
            }
            return (file.name, entry.head?.key)
        }
    }

    private func perform<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withUnsafeContinuation { end in queue.async { end.resume(returning: work()) } }
    }
}

/// Reports that nothing can be stored: once, until something has been stored, and at most once a minute.
final class DiskCacheReports: Sendable {
    private struct State {
        var isFailing = false
        var last: Duration?
    }

    private let time: TimeSource
    private let report: @Sendable (String) -> Void
    private let state = Locked(State())

    init(_ time: TimeSource, _ report: @escaping @Sendable (String) -> Void) {
        (self.time, self.report) = (time, report)
    }

    func succeed() {
        state.withLock { $0.isFailing = false }
    }

    /// The result of a closure; nil if it fails, which is reported.
    func result<Result>(_ work: () throws(FileProblem) -> Result) -> Result? {
        do throws(FileProblem) {
            return try work()
        } catch {
            let now = time.now()
            let isNew = state.withLock { state in
                let isNew = !state.isFailing && state.last.map { now - $0 >= .seconds(60) } ?? true
                state.isFailing = true
                if isNew { state.last = now }
                return isNew
            }
            if isNew { report(error.description) }
            return nil
        }
    }
}
