import EndpointClient

/// What a call has to do with a cassette.
enum CassetteUse: Hashable, Sendable {
    /// The exchanges are written to the file.
    case record(URL)
    /// The answers come from the file, and no server is asked.
    case replay(URL)
}

extension Arguments {
    /// Takes `--record FILE` or `--replay FILE`; not both.
    mutating func cassetteUse() throws(UsageError) -> CassetteUse? {
        switch (file(.record), file(.replay)) {
        case (nil, nil): return nil
        case (let file?, nil): return .record(file)
        case (nil, let file?): return .replay(file)
        case (_?, _?): throw .contradiction(.record, .replay)
        }
    }

    /// Takes an option that is the path of a file.
    mutating func file(_ option: Option) -> URL? {
        self.option(option).map { URL(fileURLWithPath: $0) }
    }
}
