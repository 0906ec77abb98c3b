#if canImport(Darwin)
    extension ExchangeMetrics {
        /// The metrics of a task's last exchange over the network; nil if there was none. Foundation on Linux collects
        /// none.
        init?(_ metrics: URLSessionTaskMetrics) {
            guard let last = metrics.transactionMetrics.last(where: { $0.resourceFetchType == .networkLoad }) else {
                return nil
            }
            self.init(last)
        }

        /// The metrics of one exchange. It begins at `fetchStartDate`; a missing date leaves its values nil.
        /// The TCP connection is open when the TLS handshake begins, while `connectEndDate` is after it.
        init(_ transaction: URLSessionTaskTransactionMetrics) {
            func span(_ start: Date?, _ end: Date?) -> Duration? {
                guard let start, let end else { return nil }
                return max(.zero, .seconds(end.timeIntervalSince(start)))
            }
            func sinceStart(_ date: Date?) -> Duration? { span(transaction.fetchStartDate, date) }
            self.init(
                nameLookup: span(transaction.domainLookupStartDate, transaction.domainLookupEndDate),
                connect: span(
                    transaction.connectStartDate,
                    transaction.secureConnectionStartDate ?? transaction.connectEndDate),
                tls: span(transaction.secureConnectionStartDate, transaction.secureConnectionEndDate),
                requestStart: sinceStart(transaction.requestStartDate),
                requestSent: sinceStart(transaction.requestEndDate),
                firstByte: sinceStart(transaction.responseStartDate),
                total: sinceStart(transaction.responseEndDate),
                isReusedConnection: transaction.isReusedConnection,
                httpVersion: transaction.networkProtocolName.flatMap(ExchangeMetrics.httpVersion),
                remoteAddress: transaction.remoteAddress,
                connectionID: transaction.localPort.map { String($0) })
        }
    }

    extension SessionDelegate {
        /// May be called after the task has ended; its response then has no metrics.
        @objc(URLSession:task:didFinishCollectingMetrics:)
        func urlSession(
            _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
        ) {
            if let metrics = ExchangeMetrics(metrics) { handler(of: task)?.collected(metrics) }
        }
    }
#endif
