#if os(Linux)
    /// A response whose head arrived while the request was still being sent: a pure value.
    ///
    /// libcurl would send the rest of the request first, but no server has to read it.
    struct CURLEarlyAnswer {
        /// The version in the status line.
        let version: String
        let isSecure: Bool
        /// The length of the body; nil if it is not announced.
        let length: Int64?
        /// How many bytes of the body have arrived, before decoding.
        let received: Int64
        /// The events of the connection that libcurl waits for (`CURL_POLL_…`); nil if they are unknown, or if
        /// receiving is paused.
        let events: Int32?

        /// Whether all of the response has arrived.
        ///
        /// libcurl waits to receive on an HTTP/1 connection until the response has ended. With TLS, receiving may also
        /// wait for the socket to become writable, so there it must wait for nothing.
        var isWhole: Bool {
            if let length { return received >= length }
            guard let events, version.hasPrefix("HTTP/1"), events & CURLMulti.pollIn == 0 else { return false }
            return !isSecure || events & CURLMulti.pollOut == 0
        }
    }
#endif
