/// Keeps a disk cache within its bytes: removes the files that were used least recently.
///
/// The files are counted after the first save, and again after as many bytes as an eighth of the limit: so this also
/// counts what other processes write. If there are more than the limit, they are reduced to seven eighths. So removing
/// costs each save the same, however many files there are. At no time is a file's length remembered, only their sum.
final class DiskCacheSpace: Sendable {
    private struct State {
        /// How many bytes there are; nil if they have not been counted.
        var total: Int64?
        /// How many bytes have been written since they were counted.
        var written: Int64 = 0
        var isCleaning = false
    }

    private let folder: DiskCacheFolder
    private let limit: Int64
    private let state = Locked(State())

    /// A queue, because counting a million files takes seconds, for which no other task should wait.
    private let queue = DispatchQueue(label: "EndpointClient.cache.space", qos: .utility)

    /// How old a file is that was left by a process which ended while it was writing.
    private static let longestWrite = 3600.0

    init(_ folder: DiskCacheFolder, limit: Int64) {
        (self.folder, self.limit) = (folder, limit)
    }

    /// A file was written in one of the folders, and there are this many bytes more, or fewer.
    func add(_ change: Int64, in part: OpenFile, now: @escaping @Sendable () -> Double) {
        let (isDue, isFirst) = state.withLock { state in
            state.total? += change
            state.written += max(0, change)
            guard !state.isCleaning else { return (false, false) }
            state.isCleaning = state.total.map { $0 > limit } ?? true || state.written > limit / 8
            return (state.isCleaning, state.total == nil)
        }
        guard isDue else { return }
        if isFirst, seemFarTooMany(in: part) { return queue.sync { clean(now()) } }
        queue.async { self.clean(now()) }
    }

    /// Whether there seem to be twice as many bytes as allowed, by those in one of the folders. Then the save waits, so
    /// that programs which end right after it don't fill the disk.
    private func seemFarTooMany(in part: OpenFile) -> Bool {
        let length = DiskCacheFile.all(in: part).reduce(0) { $0 + $1.length }
        return length / 2 > limit / Int64(DiskCacheFolder.names.count)
    }

    /// Returns when the files that were too many have been removed.
    func cleaned() async {
        await withUnsafeContinuation { end in queue.async { end.resume() } }
    }

    /// Counts the files, removes those that are too many, and does so again if too many have been written meanwhile.
    private func clean(_ now: Double) {
        var isTooMuch = true
        while isTooMuch {
            state.withLock { $0.written = 0 }
            let total = countAndRemove(now)
            isTooMuch = state.withLock { state in
                state.total = total + state.written
                state.isCleaning = state.written > 0 && total + state.written > limit
                return state.isCleaning
            }
        }
    }

    /// Returns how many bytes there are then.
    private func countAndRemove(_ now: Double) -> Int64 {
        var files: [(modified: Double, length: Int64)] = []
        for name in DiskCacheFolder.names + ["."] {
            guard let part = folder.open(name) else { continue }
            for file in DiskCacheFile.all(in: part) {
                if DiskCacheNames.isTemporary(file.name), abs(now - file.modified) > Self.longestWrite {
                    unlinkat(part.descriptor, file.name, 0)
                } else {
                    files.append((file.modified, file.length))
                }
            }
        }
        let total = files.reduce(0) { $0 + $1.length }
        return total > limit ? total - remove(total - limit / 8 * 7, of: files) : total
    }

    /// Removes the oldest of the files until this many bytes are free, and returns how many there are. Their names
    /// are read once more, instead of keeping a million of them.
    private func remove(_ needed: Int64, of files: [(modified: Double, length: Int64)]) -> Int64 {
        var (old, latest) = (Int64(0), -Double.infinity)
        for file in files.sorted(by: { $0.modified < $1.modified }) where old < needed {
            old += file.length
            latest = file.modified
        }
        var freed: Int64 = 0
        for name in DiskCacheFolder.names {
            guard freed < needed, let part = folder.open(name) else { continue }
            for file in DiskCacheFile.all(in: part) where freed < needed && file.modified <= latest {
                if unlinkat(part.descriptor, file.name, 0) == 0 { freed += file.length }
            }
        }
        return freed
    }
}
