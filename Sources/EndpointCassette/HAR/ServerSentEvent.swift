/// A message of an event stream (WHATWG HTML §9.2).
struct ServerSentEvent: Hashable {
    var name = ""
    var id = ""
    var data: [Substring] = []

    /// The offset in the body at which the message ends, in bytes.
    var end = 0

    /// The complete messages of a body.
    static func messages(of body: Data) -> [ServerSentEvent] {
        var messages: [ServerSentEvent] = []
        var current = ServerSentEvent()
        var end = 0
        let text = String(decoding: body, as: UTF8.self)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            end += line.utf8.count + 1
            guard line.isEmpty || line == "\r" else {
                current.add(line.utf8.last == 0x0D ? line.dropLast() : line)
                continue
            }
            current.end = end
            if !current.data.isEmpty { messages.append(current) }
            current = ServerSentEvent(id: current.id)
        }
        return messages
    }

    /// The message as text of a stream.
    var text: String {
        (name.isEmpty || name == "message" ? "" : "event: \(name)\n") + (id.isEmpty ? "" : "id: \(id)\n")
            + data.map { "data: \($0)\n" }.joined() + "\n"
    }

    private mutating func add(_ line: Substring) {
        let sides = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = sides.count > 1 ? sides[1].hasPrefix(" ") ? sides[1].dropFirst() : sides[1] : ""
        switch sides[0] {
        case "event": name = String(value)
        case "id": id = String(value)
        case "data": data.append(value)
        default: break
        }
    }
}
