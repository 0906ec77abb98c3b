/// Lines that end with LF, CR or CRLF, each without its end.
///
/// The last line needs no terminator. A byte order mark at the beginning of the body is left out. A line longer than
/// the limit is ``StreamError/Reason/longLine(limit:)``, so that a body without line ends does not fill the memory.
public struct LineFraming: StreamFraming {
    /// The longest line in bytes, without its end.
    public let limit: Int

    /// Whether empty lines are left out.
    public let skipsEmptyLines: Bool

    private var lines: LineSplitter

    /// Lines of at most 8 MiB, unless you say otherwise.
    public init(limit: Int = 8 << 20, skippingEmptyLines skipsEmptyLines: Bool = false) {
        (self.limit, self.skipsEmptyLines) = (limit, skipsEmptyLines)
        lines = LineSplitter(limit: limit)
    }

    public var mediaType: String? { nil }

    public mutating func append(_ bytes: Data) {
        lines.append(bytes)
    }

    public mutating func finish() {
        lines.finish()
    }

    public mutating func next() throws -> Data? {
        try lines.next { line in line.isEmpty && skipsEmptyLines ? nil : Data(line) }
    }
}

/// Divides bytes that arrive in chunks into lines. A line within one chunk is not copied.
struct LineSplitter: Sendable {
    private let limit: Int
    private var chunk = Data()
    /// Where the next line begins in the chunk.
    private var start = 0
    /// Where the next LF and the next CR are in the chunk, its length if there is none; less than `start` if unknown.
    private var (lineFeed, carriageReturn) = (-1, -1)
    /// The beginning of a line whose end has not arrived.
    private var beginning: [UInt8] = []
    /// Whether the last line ended with CR, so that an LF at `start` belongs to its end.
    private var skipsLineFeed = false
    private var isFirstLine = true
    private var isFinished = false

    init(limit: Int) {
        self.limit = max(0, limit)
    }

    mutating func append(_ bytes: Data) {
        chunk = start < chunk.count ? chunk.dropFirst(start) + bytes : bytes
        (start, lineFeed, carriageReturn) = (0, -1, -1)
    }

    mutating func finish() {
        isFinished = true
    }

    /// Calls a closure with each line until it returns a value, and returns that; nil when more bytes are needed.
    ///
    /// - Throws: ``StreamError``, or what the closure throws.
    mutating func next<Element>(_ read: (UnsafeRawBufferPointer) throws -> Element?) throws -> Element? {
        let bytes = chunk
        let element = try bytes.withUnsafeBytes { try next(in: $0, read) }
        if let element { return element }
        (chunk, start, lineFeed, carriageReturn) = (Data(), 0, -1, -1)
        guard isFinished, !beginning.isEmpty, !(isFirstLine && beginning == Self.byteOrderMark) else { return nil }
        return try take(last: beginning.takeAll(), read)
    }

    private mutating func next<Element>(
        in bytes: UnsafeRawBufferPointer, _ read: (UnsafeRawBufferPointer) throws -> Element?
    ) throws -> Element? {
        while start < bytes.count {
            if skipsLineFeed {
                skipsLineFeed = false
                if bytes[start] == .newline {
                    start += 1
                    continue
                }
            }
            let line = UnsafeRawBufferPointer(rebasing: bytes[start..<end(in: bytes)])
            guard line.count + beginning.count <= limit else { throw StreamError(.longLine(limit: limit)) }
            start += line.count
            guard start < bytes.count else {
                beginning += line
                return nil
            }
            skipsLineFeed = bytes[start] == .carriageReturn
            start += 1
            let element = beginning.isEmpty ? try take(line, read) : try take(last: beginning.takeAll(with: line), read)
            if let element { return element }
        }
        return nil
    }

    /// Where the line at `start` ends. Each kind of line end is searched for once, and not again for each line, which
    /// would take quadratic time.
    private mutating func end(in bytes: UnsafeRawBufferPointer) -> Int {
        if lineFeed < start { lineFeed = bytes.firstIndex(of: .newline, from: start) }
        if carriageReturn < start { carriageReturn = bytes.firstIndex(of: .carriageReturn, from: start) }
        return min(lineFeed, carriageReturn)
    }

    private mutating func take<Element>(
        last line: [UInt8], _ read: (UnsafeRawBufferPointer) throws -> Element?
    ) throws -> Element? {
        try line.withUnsafeBytes { try take($0, read) }
    }

    private mutating func take<Element>(
        _ line: UnsafeRawBufferPointer, _ read: (UnsafeRawBufferPointer) throws -> Element?
    ) throws -> Element? {
        guard isFirstLine else { return try read(line) }
        isFirstLine = false
        guard line.starts(with: Self.byteOrderMark) else { return try read(line) }
        return try read(UnsafeRawBufferPointer(rebasing: line.dropFirst(Self.byteOrderMark.count)))
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

extension UInt8 {
    fileprivate static let carriageReturn = UInt8(ascii: "\r")
}

extension UnsafeRawBufferPointer {
    /// The index of the first such byte from an index on; the number of bytes if there is none.
    fileprivate func firstIndex(of byte: UInt8, from start: Int) -> Int {
        guard let base = baseAddress, let found = memchr(base + start, Int32(byte), count - start) else { return count }
        return UnsafeRawPointer(found) - base
    }
}

extension [UInt8] {
    fileprivate mutating func takeAll(with end: UnsafeRawBufferPointer = .init(start: nil, count: 0)) -> [UInt8] {
        defer { self = [] }
        self += end
        return self
    }
}
