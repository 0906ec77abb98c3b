import EndpointCore
import TestSupport
import Testing

/// Random bodies, split at every position, against the algorithm of the standard as it is written there: 1,000 bodies,
/// 100,000 with `ENDPOINT_THOROUGH=1`.
@Suite struct FramingSplitTests {
    private static let count = ProcessInfo.processInfo.environment["ENDPOINT_THOROUGH"] == "1" ? 25_000 : 250

    private static let pieces = [
        "data", "data:", "data: ", "id:", "id: 1", "event:x", "retry:", "retry: 12", "99999999999999999999", ":", ": ",
        " ", "\n",
        "\n\n", "\r", "\r\r", "\r\n", "\r\n\r\n", "\u{FEFF}", "\0", "é", "😀", "a",
    ]

    @Test(arguments: 1...UInt64(4))
    func `events are the same however the body is split`(seed: UInt64) throws {
        var fuzz = Fuzz(seed: seed, pieces: Self.pieces)
        for _ in 0..<Self.count {
            let body = fuzz.bytes(longest: 16)
            let expected = EventStreamReference(body)
            for chunks in Self.splits(of: body) {
                var framing = EventFraming()
                let events = try framing.elements(of: chunks)
                guard events == expected.events, framing.lastEventID == expected.lastEventID,
                    framing.retry == expected.retry
                else {
                    Issue.record("\(chunks.map(Array.init)): \(events), \(framing.lastEventID), expected \(expected)")
                    return
                }
            }
        }
    }

    @Test(arguments: 5...UInt64(8))
    func `lines are the same however the body is split`(seed: UInt64) throws {
        var fuzz = Fuzz(seed: seed, pieces: Self.pieces)
        for _ in 0..<Self.count {
            let body = fuzz.bytes(longest: 16)
            let expected = EventStreamReference.lines(of: EventStreamReference.withoutMark(body))
            for chunks in Self.splits(of: body) {
                var framing = LineFraming()
                let lines = try framing.elements(of: chunks).map(Array.init)
                guard lines == expected else {
                    Issue.record("\(chunks.map(Array.init)): \(lines), expected \(expected)")
                    return
                }
            }
        }
    }

    /// A body whole, in two chunks in every way, and byte by byte.
    private static func splits(of body: [UInt8]) -> [[Data]] {
        (0...body.count).map { [Data(body[..<$0]), Data(body[$0...])] } + [body.map { Data([$0]) }]
    }
}

/// WHATWG HTML §9.2.6 step by step, on a complete body.
private struct EventStreamReference {
    private(set) var events: [ServerSentEvent] = []
    private(set) var lastEventID = ""
    private(set) var retry: Duration?
    private var (data, type, id) = ("", "", "")

    init(_ body: [UInt8]) {
        let body = Self.withoutMark(body)
        let isComplete = body.last == 0x0A || body.last == 0x0D
        for line in isComplete ? Self.lines(of: body)[...] : Self.lines(of: body).dropLast() {
            if line.isEmpty {
                dispatch()
            } else if line.first != UInt8(ascii: ":") {
                let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
                let value = parts.count > 1 ? parts[1] : []
                process(parts[0], value.first == UInt8(ascii: " ") ? value.dropFirst() : value)
            }
        }
    }

    static func withoutMark(_ body: [UInt8]) -> [UInt8] {
        body.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(body.dropFirst(3)) : body
    }

    /// The lines without their ends. The last one counts if it is not empty, or has an end.
    static func lines(of body: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = [[]]
        for (index, byte) in body.enumerated() {
            switch byte {
            case 0x0A where index > 0 && body[index - 1] == 0x0D: continue
            case 0x0A, 0x0D: lines.append([])
            default: lines[lines.count - 1].append(byte)
            }
        }
        if lines.last == [] { lines.removeLast() }
        return lines
    }

    private mutating func process(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
        let text = String(decoding: value, as: UTF8.self)
        switch String(decoding: name, as: UTF8.self) {
        case "event": type = text
        case "data": data += text + "\n"
        case "id": if !value.contains(0) { id = text }
        case "retry":
            if !value.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }) {
                retry = .milliseconds(min(Double(text) ?? 0, 86_400_000))
            }
        default: break
        }
    }

    private mutating func dispatch() {
        lastEventID = id
        if !data.isEmpty {
            let text = String(String.UnicodeScalarView(data.unicodeScalars.dropLast()))
            events.append(ServerSentEvent(data: text, type: type.isEmpty ? "message" : type, id: id))
        }
        (data, type) = ("", "")
    }
}
