extension URLError {
    /// An error with a sentence of our own as its description.
    init(_ code: Code, saying sentence: String) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: sentence])
    }

    /// This error, with the URL whose answer it stands for, but for secrets; its own URL if it has one.
    func of(_ url: URL) -> URLError {
        if failingURL != nil { return self }
        let info = [NSURLErrorFailingURLErrorKey: Redaction.standard.url(url)]
        return URLError(code, userInfo: errorUserInfo.merging(info) { own, _ in own })
    }

    /// A connection that broke behind a request that must not be sent twice.
    static func brokenAfterSending(_ method: String) -> URLError {
        URLError(
            .networkConnectionLost,
            saying: "The connection broke after the \(method) had been sent; the server may have acted on it.")
    }

    /// An error of `URLSession` as it is, but for the secrets in its URL, which any log of it would show. While a body was being read,
    /// what has no name on Linux is a body that broke off or could not be decoded.
    init(redacting error: any Error, whileReading isReading: Bool = false) {
        guard let error = error as? URLError else {
            self.init(.unknown, userInfo: [NSUnderlyingErrorKey: error])
            return
        }
        var info: [String: Any] = [NSLocalizedDescriptionKey: error.localizedDescription]
        if let url = error.failingURL {
            info[NSURLErrorFailingURLErrorKey] = Redaction.standard.url(url)
        }
        self.init(isReading && error.code == .unknown ? .badServerResponse : error.code, userInfo: info)
    }
}
