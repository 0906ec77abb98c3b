/// What is kept of a body while it comes in.
struct BodyCollector {
    let options: LoopbackOptions
    private(set) var data = Data()
    private(set) var count = 0
    private var running = FNV1a()

    init(options: LoopbackOptions) {
        self.options = options
    }

    var checksum: UInt64? {
        options.bodies == .checksummed ? running.value : nil
    }

    /// Refuses an announced number of bytes that would go over the limit.
    func admit(_ announced: Int) throws(MalformedRequest) {
        guard announced <= options.bodyLimit - count else { throw .contentTooLarge }
    }

    mutating func add(_ bytes: ArraySlice<UInt8>) {
        count += bytes.count
        switch options.bodies {
        case .kept: data.append(contentsOf: bytes)
        case .counted: break
        case .checksummed: running.add(bytes)
        }
    }
}
