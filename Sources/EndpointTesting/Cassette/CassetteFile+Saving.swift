extension CassetteFile {
    /// Writes a recording in place of what is there. What has not changed stays as it is, byte by byte, so that recording
    /// an unchanged API again leaves no difference.
    ///
    /// - Throws: ``CassetteFileError``, or `CassetteError` when a secret would be written. The old file is kept then.
    public func save(_ recording: Cassette) throws {
        try update(with: recording, PlaceholderTable()) { old, recording in old?.merging(recorded: recording) ?? recording }
    }

    /// Writes a recording behind what is there.
    ///
    /// - Parameters:
    ///   - known: How many exchanges were there when the recording began. What others have added since is not added twice.
    ///   - ledger: The secrets of the replay that the recording goes on from.
    func append(_ recording: Cassette, known: Int, ledger: PlaceholderTable) throws {
        try update(with: recording, ledger) { old, recording in
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

    /// Changes the file while nobody else does.
    private func update(
        with recording: Cassette, _ ledger: PlaceholderTable, _ change: (Cassette?, Cassette) -> Cassette
    ) throws {
        var ledger = ledger
        let redaction = redaction.union(recording.clientRedaction)
        let redacted = recording.redacted(by: redaction, into: &ledger).trimmed(to: format)
        let name = url.lastPathComponent
        try AtomicDirectory(folder, for: shownPath).withLock { folder in
            let old = try loadIfPresent()
            let names = SidecarNames(cassette: name, existing: old?.sidecars ?? [:])
            let file = try har(change(old?.cassette, redacted), redaction, &ledger, names)
            for sidecar in file.sidecars { try folder.replace(sidecar.name, with: sidecar.data) }
            try folder.replace(name, with: file.data)
            folder.removeFiles(where: names.contains, except: Set(file.sidecars.map(\.name)))
        }
    }

    private func har(
        _ cassette: Cassette, _ redaction: Redaction, _ ledger: inout PlaceholderTable, _ sidecars: SidecarNames
    ) throws -> HARFile {
        do {
            return try cassette.har(format, redaction: redaction, ledger: &ledger, sidecars: sidecars)
        } catch var error as CassetteError {
            error.file = shownPath
            throw error
        }
    }
}
