/// A message of an event stream (WHATWG HTML §9.2).
struct ServerSentEvent: Hashable {
    var name = ""
    var id = ""
    var lines: [String] = []

    /// The offset in the body at which the message ends, in bytes.
    var end = 0

    /// The data of the message.
    var text: String { lines.joined(separator: "\n") }

    /// The complete messages of a body. Its lines end in CRLF, LF or CR.
    static func messages(of body: Data) -> [ServerSentEvent] {
        var messages: [ServerSentEvent] = []
        var current = ServerSentEvent()
        let bytes = Array(body)
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while let end = bytes[start...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
            let line = bytes[start..<end]
            start = end + (bytes[end...].starts(with: [0x0D, 0x0A]) ? 2 : 1)
            guard line.isEmpty else {
                current.add(String(decoding: line, as: UTF8.self))
                continue
            }
            current.end = start
            if !current.lines.isEmpty { messages.append(current) }
            current = ServerSentEvent(id: current.id)
        }
        return messages
    }

    /// The message as a part of a stream.
    var source: String {
        (name.isEmpty || name == "message" ? "" : "event: \(name)\n") + (id.isEmpty ? "" : "id: \(id)\n")
            + lines.map { "data: \($0)\n" }.joined() + "\n"
    }

    private mutating func add(_ line: String) {
        let sides = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = sides.count > 1 ? String(sides[1].hasPrefix(" ") ? sides[1].dropFirst() : sides[1]) : ""
        switch sides[0] {
        case "event": name = value
        case "id": id = value
        case "data": lines.append(value)
        default: break
        }
    }
}
