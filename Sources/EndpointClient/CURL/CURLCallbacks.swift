#if os(Linux)
    internal import CLibCURL

    extension CURLTransfer {
        /// The options that set the transfer as a callback's context.
        static let contextOptions = [
            CURLOption.writeData, CURLOption.headerData, CURLOption.readData, CURLOption.seekData,
            CURLOption.requestData, CURLOption.resolverData, CURLOption.openSocketData, CURLOption.debugData,
        ]

        private static func of(_ context: UnsafeMutableRawPointer?) -> CURLTransfer {
            Unmanaged<CURLTransfer>.fromOpaque(context!).takeUnretainedValue()
        }

        /// Sets the callbacks of a handle. Their contexts are set for each transfer.
        static func setCallbacks(of handle: CURLHandle, _ library: CURLLibrary) {
            let easy = handle.easy
            clibcurl_set_bytes_callback(easy, CURLOption.headerFunction) { bytes, size, count, context in
                CURLTransfer.of(context).receiveHead(UnsafeRawBufferPointer(start: bytes, count: size * count))
            }
            clibcurl_set_bytes_callback(easy, CURLOption.writeFunction) { bytes, size, count, context in
                CURLTransfer.of(context).receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
            }
            clibcurl_set_bytes_callback(easy, CURLOption.readFunction) { bytes, size, count, context in
                CURLTransfer.of(context).sendBody(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
            }
            clibcurl_set_seek_callback(easy) { context, offset, _ in
                guard offset == 0 else { return CURLAnswer.cannotSeek }
                CURLTransfer.of(context).upload?.rewind()
                return CURLAnswer.ok
            }
            clibcurl_set_resolver_callback(easy) { _, _, context in
                CURLTransfer.of(context).mayLookUp() ? CURLAnswer.ok : CURLAnswer.abort
            }
            clibcurl_set_open_callback(easy) { context, _, address in
                CURLTransfer.of(context).openSocket(address[0], address[1], address[2])
            }
            clibcurl_set_close_callback(easy) { context, socket in CURLPool.of(context).closeSocket(socket) }
            if library.hasRequestCallback {
                clibcurl_set_prereq_callback(easy) { context, remote, _, remotePort, localPort in
                    let peer = remote.flatMap { SocketAddress(String(cString: $0), port: remotePort) }
                    let ends = CURLSockets.Ends(localPort: localPort, peer: peer)
                    return CURLTransfer.of(context).mayBeSent(over: ends) ? CURLAnswer.ok : CURLAnswer.abort
                }
                clibcurl_set_debug_callback(easy) { _, kind, text, count, context in
                    if kind == CURLAnswer.debugText {
                        CURLTransfer.of(context).hears(UnsafeRawBufferPointer(start: text, count: count))
                    }
                    return CURLAnswer.ok
                }
            }
        }
    }
#endif
