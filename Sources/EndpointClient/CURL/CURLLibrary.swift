#if os(Linux)
    internal import CLibCURL

    /// The libcurl of this machine. It is opened at the first call of the first client.
    struct CURLLibrary: Sendable {
        /// Its version as one number: `0x075801` is 7.88.1.
        let version: UInt32

        /// Whether it supports HTTP/2.
        let hasHTTP2: Bool

        /// Whether it supports HTTP/3.
        var hasHTTP3 = false

        /// Whether it connects to proxies over TLS.
        var hasHTTPSProxy = false

        /// Whether it reports why a stream of HTTP/2 ended. Those before 8.3 do not.
        var reportsStreams = false

        static let shared = Result { try CURLLibrary("libcurl.so.4") }

        /// The oldest version with everything that the client needs: 7.68.0.
        private static let oldest: UInt32 = 0x074400

        /// Whether requests can be stopped just before they are sent (`CURLOPT_PREREQFUNCTION`).
        var hasRequestCallback: Bool { version >= 0x075000 }

        /// Whether protocols are named instead of being bits (`CURLOPT_PROTOCOLS_STR`).
        var hasNamedProtocols: Bool { version >= 0x075500 }

        /// Whether a handle can be reused for another transfer. From 7.83 to 8.1.0 it keeps a pointer to a header field
        /// of the last response, whose memory has been freed, and writes there if the next response begins with a
        /// continuation line (curl #11101): a server could overwrite memory.
        var canReuseHandles: Bool { version < 0x075300 || version >= 0x080101 }

        /// Whether it distinguishes an HTTP/2 stream that was reset from one that ended. 7.88.1 sometimes confuses
        /// them, so that a body without a length may be truncated without an error; 8.5 is the oldest newer version in
        /// a long-term distribution.
        var endsHTTP2Reliably: Bool { version >= 0x080500 }

        /// Whether it reports when the request had been sent (`CURLINFO_POSTTRANSFER_TIME_T`).
        var hasSendTime: Bool { version >= 0x080a00 }

        /// Its version as text: `7.88.1`.
        var versionText: String { Self.text(Int64(version)) }

        private static func text(_ version: Int64) -> String {
            "\(version >> 16).\(version >> 8 & 0xff).\(version & 0xff)"
        }

        /// Checks that it has what a client needs.
        ///
        /// - Throws: `URLError` with a sentence that names what is missing.
        func check(_ options: CURLClient.Options) throws {
            let needs = [
                (options.usesHTTP3, hasHTTP3, "HTTP/3 (`Options.usesHTTP3`)"),
                (options.proxy?.kind == .https, hasHTTPSProxy, "proxies over TLS (`Options.proxy`)"),
            ]
            for case (true, false, let feature) in needs {
                throw URLError(
                    .resourceUnavailable,
                    description: "libcurl \(versionText) of this machine was built without \(feature).")
            }
        }

        static func problem(_ version: Int64, _ file: String) -> String {
            switch version {
            case -3: "libcurl could not be initialised."
            case -2: "The \(file) of this machine lacks functions of libcurl 7.68."
            case -1:
                "CURLClient needs libcurl 7.68 or later, and \(file) could not be opened. Install libcurl4 or libcurl."
            default:
                "CURLClient needs libcurl 7.68 or later. This machine has "
                    + "\(text(version))."
            }
        }
    }

    extension CURLLibrary {
        /// Opens and initialises libcurl.
        ///
        /// - Throws: `URLError` with a message for whoever installs the program, if libcurl is missing or too old.
        init(_ file: String) throws {
            let version = clibcurl_open(file, Self.oldest)
            guard version >= Self.oldest else { throw URLError(.unknown, description: Self.problem(version, file)) }
            self.version = UInt32(version)
            hasHTTP2 = clibcurl_has_feature(CURLFeature.http2)
            reportsStreams = hasHTTP2 && clibcurl_trace("http/2")
            hasHTTP3 = clibcurl_has_feature(CURLFeature.http3)
            hasHTTPSProxy = clibcurl_has_feature(CURLFeature.httpsProxy)
        }
    }
#endif
