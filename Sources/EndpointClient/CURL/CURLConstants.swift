#if os(Linux)
    // The numbers of libcurl's manual that the client uses (curl.h, multi.h). They are part of its ABI and never
    // change.

    /// Options of a transfer (`CURLOPT_…`).
    enum CURLOption {
        static let writeData: Int32 = 10001
        static let url: Int32 = 10002
        static let proxy: Int32 = 10004
        static let readData: Int32 = 10009
        static let errorBuffer: Int32 = 10010
        static let writeFunction: Int32 = 20011
        static let readFunction: Int32 = 20012
        static let httpHeader: Int32 = 10023
        static let clientCertificate: Int32 = 10025
        static let keyPassword: Int32 = 10026
        static let headerData: Int32 = 10029
        static let customRequest: Int32 = 10036
        static let verbose: Int32 = 41
        static let noBody: Int32 = 44
        static let upload: Int32 = 46
        static let caFile: Int32 = 10065
        static let proxyPort: Int32 = 59
        static let freshConnection: Int32 = 74
        static let forbidReuse: Int32 = 75
        static let headerFunction: Int32 = 20079
        static let httpGet: Int32 = 80
        static let httpVersion: Int32 = 84
        static let clientKey: Int32 = 10087
        static let debugData: Int32 = 10095
        static let caFolder: Int32 = 10097
        static let bufferSize: Int32 = 98
        static let noSignal: Int32 = 99
        static let proxyType: Int32 = 101
        static let acceptEncoding: Int32 = 10102
        static let proxyName: Int32 = 10175
        static let proxyPassword: Int32 = 10176
        static let proxyExceptions: Int32 = 10177
        static let proxyCAFile: Int32 = 10246
        static let bodyLength: Int32 = 30115
        /// In milliseconds; 0 is libcurl's default of 300 s.
        static let connectTimeout: Int32 = 156
        static let openSocketData: Int32 = 10164
        static let seekData: Int32 = 10168
        static let protocolBits: Int32 = 181
        static let redirectProtocolBits: Int32 = 182
        static let closeSocketData: Int32 = 10209
        static let keepAlive: Int32 = 213
        static let pinnedPublicKey: Int32 = 10230
        static let unixSocket: Int32 = 10231
        static let pathAsIs: Int32 = 234
        static let waitForMultiplexing: Int32 = 237
        static let hideConnectHeaders: Int32 = 265
        static let resolverData: Int32 = 10273
        static let uploadBufferSize: Int32 = 280
        static let allowHTTP09: Int32 = 285
        static let requestData: Int32 = 10313
        static let protocols: Int32 = 10318
        static let redirectProtocols: Int32 = 10319

        /// HTTP/2 over TLS if the server offers it, otherwise HTTP/1.1: a value of `httpVersion`.
        static let http2OverTLS = 4

        static let http1 = 2

        /// HTTP/3, or what the server offers instead: a value of `httpVersion`.
        static let http3 = 30

        // Values of `proxyType`.
        static let httpProxy = 0
        static let httpsProxy = 2
        static let socks5Proxy = 7

        /// HTTP and HTTPS: a value of `protocolBits`.
        static let webProtocols = 3
    }

    /// What a transfer reports (`CURLINFO_…`).
    enum CURLInfo {
        /// The received bytes of the body, before decoding.
        static let downloadedBytes: Int32 = 0x600008
        static let primaryIP: Int32 = 1_048_608
        static let connectionCount: Int32 = 2_097_178
        static let localPort: Int32 = 2_097_194
        static let totalTime: Int32 = 6_291_506
        static let nameLookupTime: Int32 = 6_291_507
        static let connectTime: Int32 = 6_291_508
        static let preTransferTime: Int32 = 6_291_509
        static let startTransferTime: Int32 = 6_291_510
        static let appConnectTime: Int32 = 6_291_512
        static let postTransferTime: Int32 = 6_291_523
    }

    /// What a callback returns to libcurl.
    enum CURLAnswer {
        static let ok: Int32 = 0
        static let abort: Int32 = 1
        static let badSocket: Int32 = -1
        /// A mask of `curl_easy_pause` that continues both directions.
        static let pauseNothing: Int32 = 0
        static let readAbort = 0x1000_0000
        /// No bytes can be read or written now.
        static let pause = 0x1000_0001
        static let cannotSeek: Int32 = 2
        /// The kind of a message for people, of the debug callback.
        static let debugText: Int32 = 0
    }

    /// What a libcurl has been built with (`CURL_VERSION_…`).
    enum CURLFeature {
        static let http2: Int32 = 1 << 16
        static let httpsProxy: Int32 = 1 << 21
        static let http3: Int32 = 1 << 25
    }

    /// Options and events of many transfers (`CURLMOPT_…`, `CURL_POLL_…`, `CURL_CSELECT_…`).
    enum CURLMulti {
        static let maximumConnections: Int32 = 6
        static let pollIn: Int32 = 1
        static let pollOut: Int32 = 2
        static let pollRemove: Int32 = 4
        static let selectIn: Int32 = 1
        static let selectOut: Int32 = 2
        static let selectError: Int32 = 4
        static let timeout: Int32 = -1
    }
#endif
