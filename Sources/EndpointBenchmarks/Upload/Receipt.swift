import EndpointTesting

/// What the server says about the body it has received.
struct Receipt: Codable, Hashable, Sendable {
    let byteCount: Int
    let checksum: UInt64
}

extension Receipt {
    init(of request: RecordedRequest) {
        self.init(byteCount: request.bodyByteCount, checksum: request.bodyChecksum ?? 0)
    }

    var reply: LoopbackReply {
        .json(#"{"byteCount":\#(byteCount),"checksum":\#(checksum)}"#)
    }
}
