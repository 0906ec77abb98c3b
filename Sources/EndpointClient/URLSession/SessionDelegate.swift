/// Passes each call of a session's delegate to the handler of its task.
final class SessionDelegate: NSObject, Sendable {
    private let handlersByTask = Locked<[Int: DataTaskHandler]>([:])

    /// Must be called before the task is resumed.
    func add(_ handler: DataTaskHandler, for task: URLSessionTask) {
        handlersByTask.withLock { $0[task.taskIdentifier] = handler }
    }

    func handler(of task: URLSessionTask) -> DataTaskHandler? {
        handlersByTask.withLock { $0[task.taskIdentifier] }
    }

    private func remove(_ task: URLSessionTask) -> DataTaskHandler? {
        handlersByTask.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    }
}

extension SessionDelegate: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        handler(of: task)?.reply { completionHandler(nil) }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let disposition = URLSessionPlatform.disposition(of: challenge)
        handler(of: task)?.reply(rejectingChallenge: disposition == .cancelAuthenticationChallenge) {
            completionHandler(disposition, nil)
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        completionHandler(handler(of: task)?.bodyStream())
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        handler(of: task)?.sent(totalBytesSent)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        handler(of: dataTask)?.received(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        handler(of: dataTask)?.received(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        remove(task)?.complete(task.response, error)
    }
}
