import EndpointTesting

/// How the server of the benchmarks of large and endless bodies replies: as the path of a request says.
///
/// `/file/N` is a file of N MiB, `/endless` a body without end, `/sent` the number of its bytes that have been sent so
/// far, and `/event` one server-sent event whose data are the time at which it is sent.
final class TransferService: Sendable {
    private static let piece = Data(count: 64 << 10)
    private let sent = Locked(0)

    func reply(to request: RecordedRequest) -> LoopbackReply {
        let words = request.path.split(separator: "/")
        return switch words.first {
        case "file": file(NumberedFile(mebibytes: words.dropFirst().first.flatMap { Int($0) } ?? 0))
        case "endless": endless
        case "sent": .json("\(sent.withLock { $0 })")
        case "event": event
        default: .status(404)
        }
    }

    private func file(_ file: NumberedFile) -> LoopbackReply {
        let next = Locked(0)
        let head = LoopbackResponse(headers: ["Content-Length": "\(file.byteCount)", "ETag": "\"numbered\""])
        return .stream(
            head,
            AsyncStream {
                let number = next.withLock { next in
                    defer { next += 1 }
                    return next
                }
                return number < file.mebibytes ? NumberedFile.piece(number) : nil
            })
    }

    /// The server asks for a piece when it has sent the one before.
    private var endless: LoopbackReply {
        .stream(
            LoopbackResponse(),
            AsyncStream { [sent] in
                sent.withLock { $0 += Self.piece.count }
                return Self.piece
            })
    }

    /// The client waits for the event, whose head has been sent a few milliseconds before.
    private var event: LoopbackReply {
        let isSent = Locked(false)
        return .stream(
            LoopbackResponse(headers: ["Content-Type": "text/event-stream"]),
            AsyncStream {
                if isSent.withLock({ $0 }) { return nil }
                try? await Task.sleep(for: .milliseconds(5))
                isSent.withLock { $0 = true }
                return Data("data: \(MonotonicTime.now)\n\n".utf8)
            })
    }
}

/// A file of which each MiB begins with its number, so that a missing, repeated or misplaced one is detected.
struct NumberedFile: Sendable {
    let mebibytes: Int

    var byteCount: Int { mebibytes << 20 }

    private static let zeros = Data(count: 1 << 20)

    static func piece(_ number: Int) -> Data {
        let title = Data("MiB \(number)\n".utf8)
        var piece = zeros
        piece.replaceSubrange(..<title.count, with: title)
        return piece
    }

    /// Whether a file has these bytes and no others.
    func isStored(in url: URL) throws -> Bool {
        let file = try FileHandle(forReadingFrom: url)
        for number in 0..<mebibytes where try file.read(upToCount: 1 << 20) != Self.piece(number) { return false }
        return try file.read(upToCount: 1)?.isEmpty ?? true
    }
}

/// Nanoseconds of the clock that all processes of the machine share.
enum MonotonicTime {
    static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
