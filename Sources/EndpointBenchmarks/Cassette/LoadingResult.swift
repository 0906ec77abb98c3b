import EndpointTesting

/// What loading a cassette took.
struct LoadingResult {
    let entries: Int
    let byteCount: Int
    let seconds: Double

    /// How much more memory was resident at the worst moment than before; nil where the system does not say.
    let growth: Int?

    /// The memory in multiples of the file.
    var memoryFactor: Double? { growth.map { Double($0) / Double(byteCount) } }
}

extension LoadingResult: CustomStringConvertible {
    var description: String {
        let memory = memoryFactor.map { String(format: "%.1f × the file in memory", $0) } ?? "memory unknown"
        return "\(entries) entries, " + String(format: "%.1f MB, loaded in %.2f s, ", Double(byteCount) / 1e6, seconds)
            + memory
    }
}
