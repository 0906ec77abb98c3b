extension CassetteFile {
    /// Replaces the contents of the file with a recording. Unchanged exchanges keep their bytes, so that a new
    /// recording of an unchanged API does not change the file. A file that is not a cassette, or that cannot be loaded
    /// because it is too large or a body file is missing, is replaced.
    ///
    /// - Throws: `CassetteError`, also if a secret would be written. The old file is then kept.
    public func save(_ recording: Cassette) throws {
        try save(recording, renewsDate: false)
    }

    /// Replaces the contents of the file. With `renewsDate`, the file gets the date of the new recording even if
    /// nothing else has changed.
    func save(_ recording: Cassette, renewsDate: Bool) throws {
        try update(with: recording, PlaceholderTable(), old: loadIfIntact) { old, recording in
            var merged = old?.merging(recorded: recording) ?? recording
            if renewsDate { merged.recordedAt = recording.recordedAt }
            return merged
        }
    }

    /// Appends a recording to the file.
    ///
    /// - Parameters:
    ///   - known: The number of exchanges in the file when the recording began. Equal exchanges that another test or
    ///     process has appended since then are not appended again.
    ///   - placeholders: The secrets of the replay before the recording, with their placeholders.
    func append(_ recording: Cassette, known: Int, placeholders: PlaceholderTable) throws {
        try update(with: recording, placeholders, old: loadIfPresent) { old, recording in
            guard let old else { return recording }
            var added = Dictionary(grouping: old.interactions.dropFirst(known), by: Exchange.init).mapValues(\.count)
            return recording.interactions.reduce(old) { longer, interaction in
                let count = added[Exchange(interaction)] ?? 0
                added[Exchange(interaction)] = count - 1
                return count > 0 ? longer : longer.appending(interaction)
            }
        }
    }

    private struct Exchange: Hashable {
        let request: Interaction.Request
        let outcome: Interaction.Outcome

        init(_ interaction: Interaction) {
            request = interaction.request
            outcome = interaction.outcome
        }
    }

    /// Changes the file under the lock of its folder.
    private func update(
        with recording: Cassette, _ placeholders: PlaceholderTable,
        old load: () throws -> (cassette: Cassette, sidecars: [String: Data])?,
        _ change: (Cassette?, Cassette) -> Cassette
    ) throws {
        var placeholders = placeholders
        let redaction = redaction(for: recording, &placeholders)
        let redacted = recording.replacingSecrets(format, by: redaction, into: &placeholders)
        let name = url.lastPathComponent
        try AtomicDirectory(folder, for: shownPath).withLock { folder in
            let old = try load()
            let names = SidecarNames(cassette: name, existing: old?.sidecars ?? [:])
            let file = try har(change(old?.cassette, redacted), redaction, &placeholders, names)
            let largest = max(file.data.count, file.sidecars.map(\.data.count).max() ?? 0)
            if largest > sizeLimit { throw CassetteError(.tooLarge(largest, limit: Self.limit), file: shownPath) }
            for sidecar in file.sidecars { try folder.replace(sidecar.name, with: sidecar.data) }
            try folder.replace(name, with: file.data)
            folder.removeFiles(where: names.contains, except: Set(file.sidecars.map(\.name)))
        }
    }

    private func har(
        _ cassette: Cassette, _ redaction: Redaction, _ placeholders: inout PlaceholderTable, _ sidecars: SidecarNames
    ) throws -> Cassette.HAR {
        try named { try cassette.har(format, redaction: redaction, ledger: &placeholders, sidecars: sidecars) }
    }

    /// Adds the name of the file to an error.
    private func named<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch var error as CassetteError {
            error.file = shownPath
            throw error
        }
    }
}

extension CassetteFile {
    /// This cassette as one HAR file with all its bodies, for inspection: developer tools of browsers and proxies do
    /// not read the body files of a cassette.
    ///
    /// - Throws: `CassetteError` if the cassette cannot be read.
    public func exported() throws -> Data {
        try load().cassette.har(.complete, redaction: redaction).data
    }
}
