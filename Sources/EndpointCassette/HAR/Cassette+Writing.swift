extension Cassette {
    /// This cassette as a file that holds no secret, and only what the format keeps.
    ///
    /// The secrets are replaced, then the bytes are searched for every one that was, in all the forms it might have survived in.
    /// A recorder gives the ledger it recorded with, which knows the secrets of all exchanges.
    ///
    /// - Throws: ``CassetteError`` when a secret would be written or a body is too large.
    public func har(
        _ format: HARFormat = .standard, redaction: Redaction = .standard, ledger: inout PlaceholderTable
    ) throws -> HARFile {
        let redacted = redacted(by: redaction, into: &ledger).trimmed(to: format).listingRedactions()
        let file = try HARWriter.file(redacted, format)
        let leaks = redacted.leaks(in: file, LeakScan(ledger, redaction))
        if !leaks.isEmpty { throw CassetteError(.leaks(leaks)) }
        return file
    }

    /// The same for a cassette that no recorder is filling.
    public func har(_ format: HARFormat = .standard, redaction: Redaction = .standard) throws -> HARFile {
        var ledger = PlaceholderTable(for: self)
        return try har(format, redaction: redaction, ledger: &ledger)
    }

    /// The leaks in the file, in the bodies that it holds as base64, and in those beside it.
    private func leaks(in file: HARFile, _ scan: LeakScan) -> [Leak] {
        let inFile = scan.leaks(in: Array(file.data)) { offset in
            let path = JSONLocator.path(at: offset, in: file.data)
            return path.hasPrefix("log.") ? String(path.dropFirst(4)) : path
        }
        let beside = file.sidecars.flatMap { sidecar in scan.leaks(in: Array(sidecar.data)) { _ in sidecar.name } }
        return inFile + beside + opaqueLeaks(scan)
    }

    private func opaqueLeaks(_ scan: LeakScan) -> [Leak] {
        interactions.enumerated().flatMap { index, interaction in
            let bodies = [
                ("request.postData", interaction.request.body?.data), ("response.content", interaction.response?.body),
            ]
            return bodies.flatMap { path, body -> [Leak] in
                guard let body, !String(decoding: body, as: UTF8.self).utf8.elementsEqual(body) else { return [] }
                return scan.leaks(in: Array(body)) { _ in "entries[\(index)].\(path).text" }
            }
        }
    }
}
