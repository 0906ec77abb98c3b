#if os(Linux)
    internal import CLibCURL

    /// An easy handle of libcurl, which performs one transfer at a time and is reused where that is safe.
    ///
    /// Options that are the same for all transfers of a client are set once.
    final class CURLHandle {
        let easy: OpaquePointer
        private let errorBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: 256)
        private let isReusable: Bool
        private let usesHTTP2: Bool
        private let usesHTTP3: Bool
        private let hasRequestCallback: Bool

        /// The host of the client's own proxy; nil if it has none.
        private let proxy: String?
        private var headerLines: OpaquePointer?

        /// - Throws: `URLError` when there is no memory left, or when libcurl rejects a setting of the client.
        init(_ settings: CURLSettings, _ library: CURLLibrary) throws {
            guard let easy = clibcurl_easy_init() else {
                errorBuffer.deallocate()
                throw URLError.outOfResources
            }
            self.easy = easy
            proxy = settings.options.proxy.map {
                $0.host.contains(":") && !$0.host.hasPrefix("[") ? "[\($0.host)]" : $0.host
            }
            usesHTTP3 = settings.options.usesHTTP3
            (isReusable, usesHTTP2) = (settings.unixSocket == nil, settings.usesHTTP2(library))
            hasRequestCallback = library.hasRequestCallback
            errorBuffer[0] = 0
            clibcurl_set_pointer(easy, CURLOption.errorBuffer, errorBuffer)
            restrict(library)
            CURLTransfer.setCallbacks(of: self, library)
            try library.check(settings.options)
            try connect(as: settings)
        }

        deinit {
            clibcurl_easy_cleanup(easy)
            clibcurl_list_free(headerLines)
            errorBuffer.deallocate()
        }

        /// libcurl's description of a failure of the current transfer; empty if it has none.
        var errorText: String { String(cString: errorBuffer) }

        /// Forgets the description of a failure before the transfer starts again.
        func forgetError() { errorBuffer[0] = 0 }

        /// Allows HTTP and HTTPS only. libcurl's own features stay off: redirects, authentication, cookies and
        /// `.netrc`.
        private func restrict(_ library: CURLLibrary) {
            set(CURLOption.noSignal, 1)
            if library.hasNamedProtocols {
                set(CURLOption.protocols, "http,https")
                set(CURLOption.redirectProtocols, "http,https")
            } else {
                set(CURLOption.protocolBits, CURLOption.webProtocols)
                set(CURLOption.redirectProtocolBits, CURLOption.webProtocols)
            }
            set(CURLOption.allowHTTP09, 0)
            set(CURLOption.pathAsIs, 1)
            set(CURLOption.hideConnectHeaders, 1)
            set(CURLOption.keepAlive, 1)
            set(CURLOption.acceptEncoding, "")
            set(CURLOption.bufferSize, 64 << 10)
            set(CURLOption.uploadBufferSize, 256 << 10)
        }

        /// - Throws: `URLError` when libcurl does not support a setting: nothing must be sent then.
        private func connect(as settings: CURLSettings) throws {
            let options = settings.options
            if let file = options.certificateAuthorities {
                try require(CURLOption.caFile, file.path)
                try require(CURLOption.caFolder, nil)
            }
            if let pins = settings.pins { try require(CURLOption.pinnedPublicKey, pins) }
            if let certificate = options.clientCertificate {
                try require(CURLOption.clientCertificate, certificate.certificate.path)
                try require(CURLOption.clientKey, certificate.key.path)
                try require(CURLOption.keyPassword, certificate.password)
            }
            if let proxy = options.proxy { try use(proxy, options) }
            if let path = settings.unixSocket { try require(CURLOption.unixSocket, path) }
        }

        /// The exceptions of the environment (`no_proxy`) do not apply to a proxy of the client's own.
        private func use(_ proxy: CURLClient.Proxy, _ options: CURLClient.Options) throws {
            let type =
                switch proxy.kind {
                case .http: CURLOption.httpProxy
                case .https: CURLOption.httpsProxy
                case .socks5: CURLOption.socks5Proxy
                }
            set(CURLOption.proxyType, type)
            set(CURLOption.proxyPort, Int(proxy.port))
            try require(CURLOption.proxyExceptions, "")
            try require(CURLOption.proxyName, proxy.username)
            try require(CURLOption.proxyPassword, proxy.password)
            if proxy.kind == .https, let file = options.certificateAuthorities {
                try require(CURLOption.proxyCAFile, file.path)
            }
        }

        // Requests.

        /// Sets method, URL, headers and body of the next request, and its connection.
        func prepare(_ request: ResolvedRequest, usesProxies: Bool) throws {
            forgetError()
            let (origin, url) = (request.origin, request.url.absoluteString)
            guard let port = UInt16(exactly: origin.port),
                clibcurl_reads_origin(url, origin.scheme, origin.host, port)
            else {
                throw RequestError(.host(origin.host))
            }
            set(CURLOption.url, url)
            set(CURLOption.proxy, origin.isLoopback ? "" : proxy ?? (usesProxies ? nil : ""))
            set(CURLOption.freshConnection, 0)
            set(CURLOption.forbidReuse, isReusable ? 0 : 1)
            if !hasRequestCallback {
                set(CURLOption.connectTimeout, request.connectLimit.map { $0.duration.wholeMilliseconds } ?? 0)
            }
            // The messages about a TLS handshake tell whether the server asks for a certificate.
            set(CURLOption.verbose, origin.isSecure && hasRequestCallback ? 1 : 0)
            setVersion(of: origin)
            setMethod(of: request)
            setHeaders(request.headers)
        }

        /// HTTP/2 is used over TLS only, where the handshake shows whether calls can share the connection. In cleartext
        /// libcurl would delay all other calls until the first one to an origin has a response.
        private func setVersion(of origin: Origin) {
            let http2 = usesHTTP2 ? CURLOption.http2OverTLS : CURLOption.http1
            let version = usesHTTP3 ? CURLOption.http3 : http2
            set(CURLOption.httpVersion, origin.isSecure ? version : CURLOption.http1)
            set(CURLOption.waitForMultiplexing, origin.isSecure && version != CURLOption.http1 ? 1 : 0)
        }

        /// Whether libcurl reports what becomes of a stream of HTTP/2, and why. It costs about 5 µs.
        var reportsStreams = false {
            didSet { set(CURLOption.verbose, reportsStreams && usesHTTP2 ? 1 : 0) }
        }

        private func setMethod(of request: ResolvedRequest) {
            let isHead = request.method == "HEAD"
            let hasBody = request.body != nil || ["POST", "PUT", "PATCH"].contains(request.method)
            set(CURLOption.httpGet, 1)
            set(CURLOption.noBody, isHead ? 1 : 0)
            if hasBody {
                set(CURLOption.upload, 1)
                clibcurl_set_offset(easy, CURLOption.bodyLength, request.body.map { $0.length ?? -1 } ?? 0)
            }
            set(CURLOption.customRequest, isHead || request.method == "GET" ? nil : request.method)
        }

        /// A name with a semicolon is sent with an empty value. `Expect` is empty because servers respond to it late or
        /// not at all.
        private func setHeaders(_ headers: HeaderFields) {
            let former = headerLines
            headerLines = clibcurl_list_append(nil, "Expect:")
            for field in headers {
                let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
                headerLines = clibcurl_list_append(headerLines, line)
            }
            clibcurl_set_list(easy, CURLOption.httpHeader, headerLines)
            clibcurl_list_free(former)
        }

        // Setting options.

        func set(_ option: Int32, _ value: Int) {
            clibcurl_set_long(easy, option, value)
        }

        func set(_ option: Int32, _ value: String?) {
            clibcurl_set_string(easy, option, value)
        }

        func set(_ option: Int32, _ value: UnsafeMutableRawPointer) {
            clibcurl_set_pointer(easy, option, value)
        }

        private func require(_ option: Int32, _ value: String?) throws {
            let code = clibcurl_set_string(easy, option, value)
            guard code == 0 else {
                let reason = String(cString: clibcurl_easy_strerror(code))
                throw URLError(
                    .secureConnectionFailed, description: "libcurl does not support the options: \(reason).")
            }
        }
    }

    extension Duration {
        /// This duration in milliseconds, at least one and at most a day.
        fileprivate var wholeMilliseconds: Int {
            Int(clamping: Int64((clamped(to: .milliseconds(1) ... .longest).inSeconds * 1000).rounded(.up)))
        }
    }
#endif
