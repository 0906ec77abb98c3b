#if os(Linux)
    /// The platform's client for real servers: ``CURLClient`` on Linux, ``URLSessionClient`` elsewhere.
    /// Both have the same initializers and limits, so that shared code needs no `#if`.
    public typealias LiveClient = CURLClient
#else
    /// The platform's client for real servers: ``URLSessionClient`` on Apple's, `CURLClient` on Linux.
    /// Both have the same initializers and limits, so that shared code needs no `#if`.
    public typealias LiveClient = URLSessionClient
#endif
