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

        /// A client for absolute URLs, such as those of links; it has no base URL.
        public init(
            limits: Limits = Limits(), options: Options = Options(), redaction: Redaction = .standard,
            time: TimeSource = .system
        ) {
            self.init(RequestResolver(), nil, limits, options, redaction, time)
        }

        /// A client for an API in one of its environments.
        public init(
            environment: some APIEnvironment, limits: Limits = Limits(), options: Options = Options(),
            redaction: Redaction = .standard, time: TimeSource = .system
        ) {
            self.init(RequestResolver(environment), nil, limits, options, redaction, time)
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
            let environment = BaseEnvironment(baseURL: baseURL, headers: headers)
            self.init(RequestResolver(environment), path, limits, options, redaction, time)
        }

        private init(
            _ resolver: RequestResolver, _ unixSocket: String?, _ limits: Limits, _ options: Options,
            _ redaction: Redaction, _ time: TimeSource
        ) {
            self.init(
                resolver, limits: limits, redaction: redaction, time: time,
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

            /// The proxy for all calls except those to this machine, in place of those in the environment; nil for
            /// none of its own.
            public var proxy: Proxy?

            /// Whether HTTP/2 is used over TLS with servers that offer it.
            public var http2: HTTP2Use

            /// Whether HTTP/3 (RFC 9114) is tried over TLS before the other versions. Calls fail with
            /// `URLError.resourceUnavailable` if the libcurl of this machine lacks it, as those of most distributions
            /// do. No libcurl that has it has been tried with this client.
            public var usesHTTP3: Bool

            /// Options, each with the default of a client for the public internet.
            public init(
                certificateAuthorities: URL? = nil, pinnedPublicKeys: [String] = [],
                clientCertificate: ClientCertificate? = nil, usesEnvironmentProxies: Bool = true,
                proxy: Proxy? = nil, http2: HTTP2Use = .whereReliable, usesHTTP3: Bool = false
            ) {
                self.certificateAuthorities = certificateAuthorities
                self.pinnedPublicKeys = pinnedPublicKeys
                self.clientCertificate = clientCertificate
                self.usesEnvironmentProxies = usesEnvironmentProxies
                self.proxy = proxy
                self.http2 = http2
                self.usesHTTP3 = usesHTTP3
            }
        }

        /// A proxy. A call over TLS goes through a tunnel (RFC 9110 §9.3.6), so that the proxy cannot read it.
        public struct Proxy: Hashable, Sendable, DescriptionOnly {
            /// The protocol between the client and the proxy.
            public enum Kind: Hashable, Sendable {
                /// HTTP without TLS.
                case http
                /// HTTP over TLS.
                case https
                /// SOCKS 5 (RFC 1928). The proxy looks the names of servers up.
                case socks5
            }

            /// The protocol.
            public let kind: Kind

            /// The name or the address of the proxy.
            public let host: String

            /// Its port.
            public let port: UInt16

            /// The name for Basic authentication (RFC 7617), or for that of SOCKS (RFC 1929); nil for none.
            public let username: String?

            /// The password for the name; nil if it has none.
            public let password: String?

            /// A proxy at a port of a host.
            public init(
                _ kind: Kind, host: String, port: UInt16, username: String? = nil, password: String? = nil
            ) {
                (self.kind, self.host, self.port) = (kind, host, port)
                (self.username, self.password) = (username, password)
            }

            /// Protocol, host and port, without the credentials.
            public var description: String { "\(kind) proxy \(host):\(port)" }
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
