extension Cassette {
    /// This cassette as a file.
    ///
    /// - Throws: ``CassetteError`` when a body is too large.
    func har(_ format: HARFormat = .standard) throws -> HARFile {
        try HARWriter.file(trimmed(to: format), format)
    }
}
