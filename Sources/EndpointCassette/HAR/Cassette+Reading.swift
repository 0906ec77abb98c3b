extension Cassette {
    /// Reads a HAR file, this package's own or that of a browser or proxy.
    ///
    /// It takes what today's programs export, also where that departs from the specification, and nothing gets lost without a
    /// word: there are as many notes of kind ``ImportNote/Kind/skipped`` as entries that did not become interactions.
    ///
    /// - Parameters:
    ///   - har: The file, with or without a byte order mark.
    ///   - filter: Which entries to take.
    ///   - sibling: Loads a body that is kept in a file of its own beside this one. Its name has been checked to stay in the folder.
    /// - Throws: ``CassetteError``, which names the place.
    public static func reading(
        har: Data, only filter: ImportFilter = .all, sibling: ((String) throws -> Data)? = nil
    ) throws -> (cassette: Cassette, notes: [ImportNote]) {
        var reader = HARReader(filter: filter, sibling: sibling)
        do {
            try JSONParser.reading(har) { try reader.file(&$0) }
        } catch let error as JSONSyntaxError {
            throw CassetteError(error, in: har)
        } catch let error as FieldError {
            throw error.cassetteError(in: "")
        }
        return (reader.cassette, reader.notes)
    }
}

extension CassetteError {
    init(_ error: JSONSyntaxError, in data: Data) {
        let before = data.prefix(error.offset)
        let line = before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
        let column = 1 + (before.lastIndex(of: 0x0A).map { before.endIndex - $0 - 1 } ?? before.count)
        switch error.problem {
        case .truncated: self.init(.truncated(line: line, column: column))
        case .expected(let what): self.init(.notJSON(expected: what, line: line, column: column))
        case .encoding: self.init(.notJSON(expected: "UTF-8", line: line, column: column))
        case .depth: self.init(.notJSON(expected: "less nesting", line: line, column: column))
        }
    }
}
