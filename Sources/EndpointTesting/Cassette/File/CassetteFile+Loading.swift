extension CassetteFile {
    /// Reads the cassette, and what was left out of it or changed.
    ///
    /// - Throws: ``CassetteFileError`` or `CassetteError`, which name the file.
    public func load(only filter: ImportFilter = .all) throws -> (cassette: Cassette, notes: [ImportNote]) {
        let data = try content()
        do {
            return try Cassette.reading(har: data, only: filter, sibling: sibling)
        } catch var error as CassetteError {
            error.file = shownPath
            throw error
        }
    }

    /// Reads the cassette if there is a file.
    func loadIfPresent() throws -> Cassette? {
        do {
            return try load().cassette
        } catch let error as CassetteFileError where error.reason == .missing {
            return nil
        }
    }

    /// The bytes of the file.
    func content() throws -> Data {
        guard exists else { throw CassetteFileError(.missing, file: shownPath) }
        do {
            let size = try url.resolvingSymlinksInPath().resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
            if size > Self.limit { throw CassetteFileError(.tooLarge(size), file: shownPath) }
            return try Data(contentsOf: url)
        } catch let error as CassetteFileError {
            throw error
        } catch {
            throw CassetteFileError(.unreadable(error.localizedDescription), file: shownPath)
        }
    }

    /// A body beside the cassette. Not even a symbolic link leads out of the folder.
    private func sibling(_ name: String) throws -> Data {
        let place = folder.appendingPathComponent(name).resolvingSymlinksInPath()
        guard place.path.hasPrefix(folder.resolvingSymlinksInPath().path + "/") else {
            throw CassetteFileError(.unreadable("it is a link out of the folder"), file: name)
        }
        return try Data(contentsOf: place)
    }
}
