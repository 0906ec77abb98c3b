/// What an ``UploadEndpoint`` sends.
public enum UploadEndpointBody: Sendable {
    /// Bytes in memory.
    case data(Data)

    /// The bytes of a local file, read piece by piece. Its length is taken when the request is sent.
    case file(URL)

    /// A stream, made anew for every attempt: the argument is evaluated each time, never kept.
    ///
    /// With a `length`, exactly that many bytes are sent and a stream that holds fewer is an error; without one the body is
    /// sent in chunks. On Linux one queue serves all sessions of a process, so a stream must not block: memory or a
    /// local file, never a pipe or a socket.
    case stream(@autoclosure @Sendable () -> InputStream, length: Int64? = nil)

    /// A form whose files are read piece by piece. The request gets its `Content-Type`, boundary and all, by itself.
    case multipart(Multipart)
}
