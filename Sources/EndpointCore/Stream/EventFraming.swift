/// An event of a `text/event-stream` (WHATWG HTML §9.2.6).
public struct ServerSentEvent: Hashable, Sendable {
    /// The kind of event: the field `event`, or `message` without one.
    public var type: String

    /// The lines of the field `data`, with LF between them.
    public var data: String

    /// The last identifier that the server has sent, with this event or an earlier one; empty without one.
    public var id: String

    /// An event from its parts.
    public init(data: String, type: String = "message", id: String = "") {
        (self.type, self.data, self.id) = (type, data, id)
    }
}

extension ServerSentEvent {
    /// The event as a server sends it (WHATWG HTML §9.2.5): a line for each field, and a blank line.
    ///
    /// A CR or CRLF in the data becomes LF, because it ends a line too. A type or an identifier with a line end is left
    /// out.
    public var encoded: Data {
        var text = type == "message" || type.contains(where: \.isLineEnd) ? "" : "event: \(type)\n"
        if !id.isEmpty, !id.contains(where: \.isLineEnd) { text += "id: \(id)\n" }
        let lines = data.split(omittingEmptySubsequences: false, whereSeparator: \.isLineEnd)
        text += lines.map { "data: \($0)\n" }.joined()
        return Data((text + "\n").utf8)
    }
}

extension Character {
    /// Whether it ends a line of a `text/event-stream`, where other line separators of Unicode do not.
    fileprivate var isLineEnd: Bool { self == "\n" || self == "\r" || self == "\r\n" }
}

/// Server-sent events, by the algorithm of WHATWG HTML §9.2.6.
///
/// Lines end with LF, CR or CRLF, a byte order mark at the beginning is left out, and bytes that are not UTF-8 become
/// U+FFFD. Comments and unknown fields are ignored, as are an `id` with a NUL and a `retry` that is not a number. An
/// event without `data` is not dispatched. Anything after the last blank line is dropped when the body ends, because
/// that event is incomplete.
public struct EventFraming: StreamFraming {
    /// The longest line, and the longest data of an event, in bytes.
    public let limit: Int

    private var lines: LineSplitter
    private var fields: EventFields

    /// Events of at most 8 MiB, unless you say otherwise.
    public init(limit: Int = 8 << 20) {
        self.limit = limit
        lines = LineSplitter(limit: limit)
        fields = EventFields(limit: limit)
    }

    /// `text/event-stream`
    public var mediaType: String? { "text/event-stream" }

    /// The last identifier of the events so far; empty without one. It is the `Last-Event-ID` with which a stream
    /// continues.
    public var lastEventID: String { fields.lastEventID ?? "" }

    /// The last identifier, which the server may have set to empty; nil if it has sent none.
    package var sentEventID: String? { fields.lastEventID }

    /// How long the server asks the client to wait before it reconnects, at most a day; nil if it has not said so.
    public var retry: Duration? { fields.retry }

    public mutating func append(_ bytes: Data) {
        lines.append(bytes)
    }

    /// An event whose blank line has not arrived is dropped.
    public mutating func finish() {}

    public mutating func next() throws -> ServerSentEvent? {
        try lines.next { try fields.read($0) }
    }

    /// Continues after an event of an earlier stream: its identifier stays the last one until the server sends another.
    package mutating func resume(after lastEventID: String) {
        fields.resume(after: lastEventID)
    }
}

/// The fields of the current event: the buffers of the WHATWG's algorithm.
private struct EventFields: Sendable {
    let limit: Int
    private(set) var lastEventID: String?
    private(set) var retry: Duration?
    /// The value of the last `id`, which takes effect when its event ends.
    private var id: String?
    private var type = ""
    private var data: String?

    init(limit: Int) {
        self.limit = limit
    }

    mutating func resume(after lastEventID: String) {
        (self.lastEventID, id) = (lastEventID, lastEventID)
    }

    /// Reads a line, and returns the event that it ends.
    ///
    /// - Throws: ``StreamError/Reason/longEvent(limit:)``.
    mutating func read(_ line: UnsafeRawBufferPointer) throws -> ServerSentEvent? {
        guard !line.isEmpty else { return dispatch() }
        guard let colon = line.firstIndex(of: .colon) else {
            try set(line, UnsafeRawBufferPointer(rebasing: line[line.endIndex...]))
            return nil
        }
        let start = colon + 1 < line.count && line[colon + 1] == UInt8(ascii: " ") ? colon + 2 : colon + 1
        try set(UnsafeRawBufferPointer(rebasing: line[..<colon]), UnsafeRawBufferPointer(rebasing: line[start...]))
        return nil
    }

    private mutating func set(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws {
        if name.equals("data") {
            try add(value)
        } else if name.equals("event") {
            type = String(decoding: value, as: UTF8.self)
        } else if name.equals("id") {
            if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
        } else if name.equals("retry") {
            if let time = value.milliseconds { retry = time }
        }
    }

    private mutating func add(_ value: UnsafeRawBufferPointer) throws {
        guard (data?.utf8.count ?? -1) + 1 + value.count <= limit else { throw StreamError(.longEvent(limit: limit)) }
        let text = String(decoding: value, as: UTF8.self)
        guard data != nil else { return data = text }
        data?.append("\n")
        data?.append(text)
    }

    private mutating func dispatch() -> ServerSentEvent? {
        lastEventID = id
        defer { (type, data) = ("", nil) }
        return data.map { ServerSentEvent(data: $0, type: type.isEmpty ? "message" : type, id: id ?? "") }
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func equals(_ name: StaticString) -> Bool {
        guard count == name.utf8CodeUnitCount, let baseAddress else { return false }
        return memcmp(baseAddress, name.utf8Start, count) == 0
    }

    /// A number of milliseconds in decimal digits, at most a day; nil for anything else.
    fileprivate var milliseconds: Duration? {
        guard !isEmpty, allSatisfy(\.isDigit) else { return nil }
        var number: Int64 = 0
        for digit in self where number < Int64(1) << 40 { number = number * 10 + Int64(digit - UInt8(ascii: "0")) }
        return .milliseconds(number) < .longest ? .milliseconds(number) : .longest
    }
}
