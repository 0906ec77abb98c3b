#if os(Linux)
    /// The client for real servers that suits the platform: ``CURLClient`` on Linux, ``URLSessionClient`` elsewhere.
    /// Both have the same initializers and limits, so that shared code needs no `#if`.
    public typealias LiveClient = CURLClient
#else
    /// The client for real servers that suits the platform: ``URLSessionClient`` on Apple's, `CURLClient` on Linux.
    /// Both have the same initializers and limits, so that shared code needs no `#if`.
    public typealias LiveClient = URLSessionClient
#endif
