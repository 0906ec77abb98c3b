/// An error that holds texts of a request or a response, and hides their secrets when it describes itself.
package protocol RedactedError: DescribedError, DescriptionOnly {
    /// The redaction of the client that the error comes from; nil before it has passed one, which stands for `Redaction.standard`.
    var redaction: Redaction? { get set }
}

/// An error about a response, which gets the request that was answered.
package protocol ResponseError: RedactedError {
    /// The request, with its secrets redacted.
    var request: URLRequest? { get set }
}

extension Error {
    /// The same error, with the request and the redaction of its client unless it has them already; the redaction also hides the secrets
    /// of the request where the answer repeats them. An error that is no
    /// ``ResponseError`` stays as it is.
    func adding(_ request: APIRequest, _ redaction: @autoclosure () -> Redaction) -> any Error {
        guard var error = self as? any ResponseError else { return self }
        let redaction = redaction()
        error.redaction = error.redaction ?? redaction.redacting(secretsOf: request.urlRequest)
        error.request = error.request ?? redaction.request(request.urlRequest)
        return error
    }

    /// The same error, of the same type, described by a redaction unless it has one already. An error that is no ``RedactedError``
    /// stays as it is.
    package func redacted(by redaction: @autoclosure () -> Redaction) -> any Error {
        guard var error = self as? any RedactedError, error.redaction == nil else { return self }
        error.redaction = redaction()
        return error
    }

    /// What `localizedDescription` says, on one line, by this redaction in place of the error's own. What the user has added to the
    /// error's own stays hidden, unless this one is `Redaction.off`: the error may come from another client, such as that of a refresh.
    package func line(by redaction: Redaction) -> String {
        guard var error = self as? any RedactedError else { return redaction.reason(localizedDescription) }
        error.redaction = redaction == .off ? redaction : redaction.union(error.redaction)
        return redaction.reason(error.localizedDescription)
    }
}
