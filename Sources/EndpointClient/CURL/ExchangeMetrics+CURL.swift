#if os(Linux)
    internal import CLibCURL

    extension ExchangeMetrics {
        /// libcurl's measurements of a transfer that has ended. Its times count from the start of the transfer.
        ///
        /// - Parameter hasName: whether the host is a name, which needs a DNS lookup.
        init(_ handle: CURLHandle, _ version: String, _ library: CURLLibrary, hasName: Bool) {
            func time(_ info: Int32) -> Duration? {
                let microseconds = clibcurl_get_offset(handle.easy, info)
                return microseconds > 0 ? .microseconds(microseconds) : nil
            }
            let isReused = clibcurl_get_long(handle.easy, CURLInfo.connectionCount) == 0
            // A Unix-domain socket has no address; libcurl reports its path instead.
            let port = clibcurl_get_long(handle.easy, CURLInfo.localPort)
            self.init(
                requestStart: time(CURLInfo.preTransferTime),
                requestSent: library.hasSendTime ? time(CURLInfo.postTransferTime) : nil,
                firstByte: time(CURLInfo.startTransferTime), total: time(CURLInfo.totalTime),
                isReusedConnection: isReused, httpVersion: version,
                remoteAddress: clibcurl_get_string(handle.easy, CURLInfo.primaryIP).flatMap {
                    $0.pointee == 0 || port <= 0 ? nil : String(cString: $0)
                }, connectionID: port > 0 ? String(port) : nil)
            guard !isReused else { return }
            let lookup = time(CURLInfo.nameLookupTime)
            if hasName { nameLookup = lookup }
            connect = time(CURLInfo.connectTime).map { $0 - (lookup ?? .zero) }
            tls = time(CURLInfo.appConnectTime).map { $0 - (time(CURLInfo.connectTime) ?? .zero) }
        }
    }
#endif
