extension JSONEncoder {
    /// An encoder that writes what a decoder reads. A strategy that is a closure has no counterpart.
    convenience init(mirroring decoder: JSONDecoder) {
        self.init()
        outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        dateEncodingStrategy = Self.dates(decoder.dateDecodingStrategy)
        if case .deferredToData = decoder.dataDecodingStrategy { dataEncodingStrategy = .deferredToData }
        if case .convertFromSnakeCase = decoder.keyDecodingStrategy { keyEncodingStrategy = .convertToSnakeCase }
        if case .convertFromString(let positive, let negative, let nan) = decoder.nonConformingFloatDecodingStrategy {
            nonConformingFloatEncodingStrategy = .convertToString(
                positiveInfinity: positive, negativeInfinity: negative, nan: nan)
        }
    }

    private static func dates(_ strategy: JSONDecoder.DateDecodingStrategy) -> DateEncodingStrategy {
        switch strategy {
        case .deferredToDate: .deferredToDate
        case .secondsSince1970: .secondsSince1970
        case .millisecondsSince1970: .millisecondsSince1970
        #if canImport(Darwin)  // Elsewhere it is one of those that are closures.
            case .formatted(let formatter): .formatted(formatter)
        #endif
        default: .iso8601
        }
    }
}
