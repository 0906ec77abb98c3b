#if os(Linux)
    /// The client for Linux: it sends requests with the system's libcurl.
    ///
    /// ```swift
    /// let client = CURLClient(baseURL: URL(string: "https://api.example.com/v1")!)
    /// let book = try await client.request(BookEndpoint(id: "1"))
    /// ```
    ///
    /// It follows all rules of ``EngineClient``. On Linux it costs a fraction of `URLSession`, no server reply can
    /// crash the process, and each response has `APIResponse.metrics`. `LiveClient` is this client on Linux and
    /// ``URLSessionClient`` elsewhere; both have the same initializers.
    ///
    /// All clients of a process share one thread, or a few on a machine with many processors. Connections belong to one
    /// client and are closed with it. HTTP/2 is used over TLS if the server offers it and libcurl is 8.5 or later
    /// (`Options.http2`). If the machine has no libcurl 7.68 or later, the first call fails with an error that says so.
    public typealias CURLClient = EngineClient<CURL>

    /// The engine over the system's libcurl: see `CURLClient`.
    public enum CURL {}

    extension EngineClient where Engine == CURL {
        /// A client for an API below a URL. The headers are sent to the origin of that URL, unless a request has its
        /// own value.
        ///
        /// The redaction hides secrets in the errors of its calls, and in what the clients around it log and record.
        public init(
            baseURL: URL, headers: HeaderFields = [:], limits: Limits = Limits(), options: Options = Options(),
            redaction: Redaction = .standard, time: TimeSource = .system
        ) {
            self.init(
                environment: BaseEnvironment(baseURL: baseURL, headers: headers), limits: limits, options: options,
                redaction: redaction, time: time)
        }

        /// A client for an API in one of its environments.
        public init(
            environment: some APIEnvironment, limits: Limits = Limits(), options: Options = Options(),
            redaction: Redaction = .standard, time: TimeSource = .system
        ) {
            self.init(environment, nil, limits, options, redaction, time)
        }

        /// A client for a server on this machine that listens on a Unix-domain socket, such as Docker's.
        ///
        /// ```swift
        /// let docker = CURLClient(
        ///     unixSocket: "/var/run/docker.sock", baseURL: URL(string: "http://localhost/v1.43")!)
        /// ```
        ///
        /// The host of the base URL is only sent as a header. Every call has its own connection.
        public init(
            unixSocket path: String, baseURL: URL, headers: HeaderFields = [:], limits: Limits = Limits(),
            options: Options = Options(), redaction: Redaction = .standard,
            time: TimeSource = .system
        ) {
            self.init(
                BaseEnvironment(baseURL: baseURL, headers: headers), path, limits, options, redaction, time)
        }

        private init(
            _ environment: some APIEnvironment, _ unixSocket: String?, _ limits: Limits, _ options: Options,
            _ redaction: Redaction, _ time: TimeSource
        ) {
            self.init(
                environment, limits: limits, redaction: redaction, time: time,
                transport: CURLTransport(options: options, unixSocket: unixSocket))
        }
    }

    extension EngineClient where Engine == CURL {
        /// How a client connects to servers.
        public struct Options: Hashable, Sendable {
            /// A PEM file with the trusted certificate authorities; nil for the system's.
            public var certificateAuthorities: URL?

            /// Pinned public keys: the server's certificate must have one of them, in addition to being trusted; empty
            /// for any. Each is the SHA-256 hash of the key's SubjectPublicKeyInfo in Base64 (RFC 7469 §2.4).
            public var pinnedPublicKeys: [String]

            /// The client certificate that is presented to servers; nil for none.
            public var clientCertificate: ClientCertificate?

            /// Whether the proxies in the environment are used: `http_proxy`, `https_proxy`, `all_proxy` and
            /// `no_proxy`. Calls to this machine never go through a proxy.
            public var usesEnvironmentProxies: Bool

            /// Whether HTTP/2 is used over TLS with servers that offer it.
            public var http2: HTTP2Use

            /// Options, each with the default of a client for the public internet.
            public init(
                certificateAuthorities: URL? = nil, pinnedPublicKeys: [String] = [],
                clientCertificate: ClientCertificate? = nil, usesEnvironmentProxies: Bool = true,
                http2: HTTP2Use = .whereReliable
            ) {
                self.certificateAuthorities = certificateAuthorities
                self.pinnedPublicKeys = pinnedPublicKeys
                self.clientCertificate = clientCertificate
                self.usesEnvironmentProxies = usesEnvironmentProxies
                self.http2 = http2
            }
        }

        /// When HTTP/2 is used over TLS with servers that offer it. Without TLS it is never used.
        public enum HTTP2Use: Hashable, Sendable {
            /// With libcurl 8.5 and later. Earlier versions sometimes report a stream that the server has reset as
            /// complete, so that a body without a `Content-Length` may arrive truncated, without an error.
            case whereReliable
            /// With every libcurl that supports HTTP/2.
            case always
            /// Never.
            case never
        }

        /// A client certificate with its private key.
        public struct ClientCertificate: Hashable, Sendable, DescriptionOnly {
            /// The file of the certificate, perhaps with those of its issuers (PEM).
            public let certificate: URL

            /// The file of its private key (PEM).
            public let key: URL

            /// The password of the private key; nil if it has none.
            public let password: String?

            /// A certificate from its files.
            public init(certificate: URL, key: URL, password: String? = nil) {
                self.certificate = certificate
                self.key = key
                self.password = password
            }

            /// The file of the certificate, without the password.
            public var description: String { certificate.lastPathComponent }
        }
    }
#endif
