/// The client for real servers that suits the platform: `CURLClient` on Linux, ``URLSessionClient`` elsewhere. Both have the same
/// initializers and limits, so that shared code needs no `#if`.
#if os(Linux)
    public typealias LiveClient = CURLClient
#else
    public typealias LiveClient = URLSessionClient
#endif
