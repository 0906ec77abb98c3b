#if os(Linux)
    /// Performs exchanges with libcurl, on the thread of a ``CURLEngine``.
    ///
    /// The connections of a transport belong to it alone, and are closed when it is deallocated.
    final class CURLTransport: Transport {
        let name = "CURL"
        let limitsConnecting = true
        /// All encodings that this libcurl decodes.
        let addedHeaders: HeaderFields = ["Accept-Encoding": "*"]
        private let settings: CURLSettings
        private let lease = Locked<CURLEngine?>(nil)

        init(options: CURLClient.Options, unixSocket: String?) {
            settings = CURLSettings(options, unixSocket: unixSocket)
        }

        deinit {
            lease.withLock { $0 }?.post(.closePool(settings.id))
        }

        func start(_ exchange: Exchange, done: @escaping @Sendable () -> Void) {
            do {
                let library = try CURLLibrary.shared.get()
                let engine = try lease.withLock { engine in
                    let leased = try engine ?? CURLEngine.next(library)
                    engine = leased
                    return leased
                }
                let id = ObjectIdentifier(exchange)
                exchange.onStop { engine.cancel(id) }
                engine.post(.start(CURLJob(exchange: exchange, settings: settings, done: done)))
            } catch {
                exchange.complete(.failure(error))
                done()
            }
        }
    }

    /// An exchange for the thread of an engine.
    struct CURLJob: Sendable {
        let exchange: Exchange
        let settings: CURLSettings

        /// Called when the engine has released the exchange.
        let done: @Sendable () -> Void
    }

    /// How a transport makes connections.
    final class CURLSettings: Sendable {
        let options: CURLClient.Options
        let unixSocket: String?

        /// Reads of bodies whose uploads have ended.
        let abandonedReads = AbandonedReads()

        init(_ options: CURLClient.Options, unixSocket: String?) {
            self.options = options
            self.unixSocket = unixSocket
        }

        /// Distinguishes the connections of this transport from those of others.
        var id: ObjectIdentifier { ObjectIdentifier(self) }

        func usesHTTP2(_ library: CURLLibrary) -> Bool {
            switch options.http2 {
            case .whereReliable: library.hasHTTP2 && library.endsHTTP2Reliably
            case .always: library.hasHTTP2
            case .never: false
            }
        }

        /// The pinned keys in the form that libcurl expects; nil for none.
        var pins: String? {
            guard !options.pinnedPublicKeys.isEmpty else { return nil }
            return options.pinnedPublicKeys.map { $0.hasPrefix("sha256//") ? $0 : "sha256//" + $0 }.joined(
                separator: ";")
        }
    }
#endif
