import EndpointTesting

/// What a large upload took.
struct UploadResult {
    let name: String
    let byteCount: Int
    let cost: Cost

    /// How much more memory was resident at the worst moment than before; nil where the system does not say.
    let growth: Int?
}

extension UploadResult: CustomStringConvertible {
    var description: String {
        let speed = Double(byteCount) / cost.wall / 1e6
        let memory = growth.map { String(format: "%6.1f MiB above idle at most", Double($0) / 1_048_576) }
        let figures = String(
            format: "%5d MiB in %6.2f s, %5.0f MB/s, CPU %5.2f s", byteCount >> 20, cost.wall, speed, cost.processor)
        return "  \(name.padding(toLength: 8, withPad: " ", startingAt: 0))\(figures), \(memory ?? "memory unknown"), "
            + "bytes and checksum as sent"
    }
}
