import Foundation

/// Puts the files of a scaffold to disk: all of them, or none.
public enum ScaffoldFolder {
    /// Writes the files into a folder that does not exist yet.
    ///
    /// They are written to a new folder beside it, which then gets its name: a failure leaves nothing half written.
    ///
    /// - Parameter force: Whether a folder that exists is replaced. It is removed only when all files are written.
    /// - Throws: ``ScaffoldError`` for a folder that exists, or an error of the file system.
    public static func write(_ files: [String: Data], to folder: URL, force: Bool) throws {
        let manager = FileManager.default
        let exists = manager.fileExists(atPath: folder.path)
        try check(folder, force: force)
        let parent = folder.deletingLastPathComponent()
        try manager.createDirectory(at: parent, withIntermediateDirectories: true)
        let unfinished = parent.appendingPathComponent(
            ".\(folder.lastPathComponent).\(ProcessInfo.processInfo.globallyUniqueString)")
        do {
            for (path, data) in files {
                let file = unfinished.appendingPathComponent(path)
                try manager.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try write(data, to: file)
            }
            try exchange(unfinished, folder, exists, manager)
        } catch {
            try? manager.removeItem(at: unfinished)
            throw error
        }
    }

    /// Throws unless a folder may be written.
    ///
    /// - Throws: ``ScaffoldError`` for a folder that exists, unless it is to be replaced.
    public static func check(_ folder: URL, force: Bool) throws {
        guard !force, FileManager.default.fileExists(atPath: folder.path) else { return }
        throw ScaffoldError("\(folder.path) exists already. Nothing was written; --force replaces it.")
    }

    /// Writes a new file. Foundation's `write(to:)` waits on Linux until each file is on the disk, which takes most of
    /// the time of thousands of files.
    private static func write(_ data: Data, to file: URL) throws {
        guard let handle = fopen(file.path, "wb") else { throw failure(of: file) }
        let count = data.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, handle) }
        let isClosed = fclose(handle) == 0
        if count < data.count || !isClosed { throw failure(of: file) }
    }

    private static func failure(of file: URL) -> ScaffoldError {
        ScaffoldError("\(file.path) cannot be written: \(String(cString: strerror(errno))).")
    }

    /// Gives the finished folder its name. A folder that was there is moved aside first, and back if that fails.
    private static func exchange(_ finished: URL, _ folder: URL, _ exists: Bool, _ manager: FileManager) throws {
        guard exists else { return try manager.moveItem(at: finished, to: folder) }
        let old = finished.appendingPathExtension("old")
        try manager.moveItem(at: folder, to: old)
        do {
            try manager.moveItem(at: finished, to: folder)
        } catch {
            try? manager.moveItem(at: old, to: folder)
            throw error
        }
        try? manager.removeItem(at: old)
    }
}
