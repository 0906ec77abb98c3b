/// Routes what a session says about its tasks to the exchanges that wait for it.
final class SessionDelegate: NSObject, Sendable {
    private let table = Locked<[Int: DataTaskHandler]>([:])

    /// The exchanges under way.
    var exchanges: [DataTaskHandler] {
        table.withLock { Array($0.values) }
    }

    /// Must be called before the task is resumed.
    func add(_ exchange: DataTaskHandler, as task: URLSessionTask) {
        table.withLock { $0[task.taskIdentifier] = exchange }
    }

    private func exchange(_ task: URLSessionTask) -> DataTaskHandler? {
        table.withLock { $0[task.taskIdentifier] }
    }

    private func remove(_ task: URLSessionTask) -> DataTaskHandler? {
        table.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    }
}

extension SessionDelegate: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        exchange(task)?.reply { completionHandler(nil) }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let disposition = Platform.disposition(of: challenge)
        exchange(task)?.reply(givingUp: disposition == .cancelAuthenticationChallenge) {
            completionHandler(disposition, nil)
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        completionHandler(exchange(task)?.bodyStream())
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        exchange(task)?.sent(totalBytesSent)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        exchange(dataTask)?.received(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(dataTask)?.received(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        remove(task)?.complete(task.response, error)
    }
}
