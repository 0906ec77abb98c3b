@testable import EndpointTesting

/// A client that is a plain blocking socket, so that tests see the bytes of the connection.
struct WireClient: Sendable {
    private let descriptor: Int32

    /// Connects. Reads time out after five minutes, so that a broken server fails a test instead of blocking it. The
    /// time is long enough for a busy machine.
    fileprivate init(port: UInt16) throws {
        descriptor = socket(AF_INET, SocketPlatform.stream, 0)
        setTimeout(seconds: 300)
        var address = SocketPlatform.loopback(port: port)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if result != 0 {
            let code = errno
            close()
            throw WireError(code: code)
        }
    }

    /// Sets how long a read waits before it returns `silence`.
    func setTimeout(seconds: Int = 0, milliseconds: Int32 = 0) {
        var timeout = timeval(tv_sec: seconds, tv_usec: .init(milliseconds * 1_000))
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Sends the text, and returns whether all of it was sent.
    @discardableResult func send(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                systemSend(descriptor, $0.baseAddress, $0.count, SocketPlatform.noSignal)
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Shuts down the sending direction.
    func sendEnd() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Waits for at most this many bytes.
    func read(_ count: Int = 65_536) -> WireRead {
        var buffer = [UInt8](repeating: 0, count: count)
        let received = recv(descriptor, &buffer, count, 0)
        if received > 0 { return .bytes(String(decoding: buffer[..<received], as: UTF8.self)) }
        if received == 0 { return .closed }
        return errno == ECONNRESET ? .reset : .silence
    }

    /// Reads until the end of the connection, and returns the kind of the end.
    func readToEnd() -> (text: String, end: WireRead) {
        var text = ""
        while true {
            let next = read()
            guard case .bytes(let more) = next else { return (text, next) }
            text += more
        }
    }

    /// Reads until the text ends with the suffix or the connection ends.
    func read(until suffix: String) -> String {
        var text = ""
        while !text.hasSuffix(suffix), case .bytes(let more) = read(1) { text += more }
        return text
    }

    /// Reads one response: its head, and a body of its `Content-Length`.
    func readResponse() -> String {
        let head = read(until: "\r\n\r\n")
        let length = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
        var text = head
        var due = length.flatMap { Int($0.dropFirst(16)) } ?? 0
        while due > 0, case .bytes(let more) = read(due) {
            text += more
            due -= more.utf8.count
        }
        return text
    }

    fileprivate func close() {
        _ = systemClose(descriptor)
    }
}

/// The result of one read.
enum WireRead: Hashable, Sendable {
    case bytes(String), closed, reset, silence
}

struct WireError: Error, Hashable {
    let code: Int32
}

extension LoopbackServer {
    /// Runs the body with a connected client on a new thread, because it may block, and then closes the client.
    @discardableResult
    func connected<Result: Sendable>(_ body: @escaping @Sendable (WireClient) throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let port = port
            Thread.detachNewThread {
                continuation.resume(
                    with: Swift.Result {
                        let client = try WireClient(port: port)
                        defer { client.close() }
                        return try body(client)
                    })
            }
        }
    }

    /// Sends the text on a new connection and returns everything that is received until the server closes it. Any other
    /// end of the connection is appended.
    func answer(to text: String) async throws -> String {
        let (text, end) = try await connected { client in
            client.send(text)
            return client.readToEnd()
        }
        return end == .closed ? text : "\(text) [\(end)]"
    }
}

private let systemSend = send
private let systemClose = close
