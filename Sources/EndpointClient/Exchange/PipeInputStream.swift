/// The bytes of a pipe as a stream, such as the output of another process, for `UploadEndpointBody.stream(_:length:)`.
///
/// ```swift
/// let body = UploadEndpointBody.stream(PipeInputStream(pipe.fileHandleForReading))
/// ```
///
/// A read waits until the pipe has bytes or its last writer has closed it. Foundation's own streams of files wait in
/// the same way, but nothing ends that wait; here it ends when the upload is cancelled, so that a pipe that stays
/// silent keeps no thread.
///
/// The bytes can be read only once. If the request were sent again, only what is left of them would be sent: use a
/// `POST` without an idempotency key, which no client repeats, and no redirect that keeps the method.
///
/// On Linux, `URLSessionClient` must not be given a stream that waits; use `CURLClient`.
public final class PipeInputStream: InputStream {
    private let source: PipeSource?
    private var status = Stream.Status.notOpen

    /// The bytes of the reading end of a pipe, of a FIFO or of a socket. The stream has a descriptor of its own, so the
    /// handle may be closed.
    public init(_ handle: FileHandle) {
        source = PipeSource(handle.fileDescriptor)
        super.init(data: Data())
    }

    /// Opens the stream. It fails if the process has no file descriptor left.
    public override func open() { status = source == nil ? .error : .open }

    /// Closes the stream, and ends a read on another thread.
    public override func close() {
        status = .closed
        source?.interrupt()
    }

    /// Whether the stream is open, at the end of the pipe, or cannot be read.
    public override var streamStatus: Stream.Status { status }

    /// No error: the status alone shows a failure.
    public override var streamError: (any Error)? { nil }

    /// Whether a read may return bytes.
    public override var hasBytesAvailable: Bool { status == .open }

    /// Reads the next bytes, waiting for them, and returns their number: 0 at the end of the pipe, -1 if it cannot be
    /// read, or if the upload has been cancelled.
    public override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        guard status == .open, let source else { return -1 }
        let count = source.read(buffer, maxLength: maxLength)
        if count <= 0 { status = count == 0 ? .atEnd : .error }
        return count
    }

    /// Ends a read that waits, and all further ones, from any thread; nil if there is nothing to read.
    var interruption: (@Sendable () -> Void)? {
        guard let source else { return nil }
        return { source.interrupt() }
    }
}

/// The descriptors of a ``PipeInputStream``: the one that is read, and a pipe that ends the wait for it.
private final class PipeSource: Sendable {
    private let descriptor: Int32
    private let wakeEnd: Int32
    /// The other end of the pipe. Closing it makes ``wakeEnd`` readable for good.
    private let signalEnd: Locked<Int32?>

    /// Nil if the process has no file descriptor left, or if there is no such descriptor.
    init?(_ original: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        descriptor = dup(original)
        (wakeEnd, signalEnd) = (ends[0], Locked(ends[1]))
        for descriptor in ends + [descriptor] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        if descriptor < 0 { return nil }
    }

    deinit {
        interrupt()
        _ = Foundation.close(wakeEnd)
        if descriptor >= 0 { _ = Foundation.close(descriptor) }
    }

    func interrupt() {
        if let end = signalEnd.withLock({ $0.take() }) { _ = Foundation.close(end) }
    }

    func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        while true {
            var both = [descriptor, wakeEnd].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            if poll(&both, 2, -1) < 0 {
                guard errno == EINTR else { return -1 }
                continue
            }
            guard both[1].revents == 0 else { return -1 }
            let count = Foundation.read(descriptor, buffer, maxLength)
            if count >= 0 || (errno != EINTR && errno != EAGAIN) { return count }
        }
    }
}
