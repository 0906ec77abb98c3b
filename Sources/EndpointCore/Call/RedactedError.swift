/// An error with texts of a request or a response, whose secrets its description hides.
package protocol RedactedError: DescribedError, DescriptionOnly {
    /// The redaction of the client that the error comes from; nil, which means `Redaction.standard`, until a client has
    /// set it.
    var redaction: Redaction? { get set }
}

/// An error about a response, to which its request can be added.
package protocol ResponseError: RedactedError {
    /// The request, with its secrets redacted.
    var request: URLRequest? { get set }
}

extension ResponseError {
    /// Adds the request; the redaction then also hides the secrets of the request, which the response may repeat.
    fileprivate mutating func add(_ request: APIRequest, _ redaction: Redaction) {
        self.redaction = self.redaction ?? redaction.redacting(secretsOf: request.urlRequest)
        self.request = self.request ?? redaction.request(request.urlRequest)
    }
}

extension Error {
    /// The same error, with the request, the response and the redaction of its client unless it has them already. An
    /// error that is neither a ``ResponseError`` nor an ``APIFailure`` is not changed.
    package func adding(
        _ request: APIRequest, _ response: APIResponse, _ redaction: @autoclosure () -> Redaction
    ) -> any Error {
        switch self {
        case var error as any ResponseError:
            error.add(request, redaction())
            return error
        case var error as any APIFailure:
            var http = error.exchange.http ?? HTTPError(response.http, body: response.data)
            http.add(request, redaction())
            error.exchange.http = http
            return error
        default: return self
        }
    }

    /// The same error, of the same type, described by a redaction unless it has one already. An error that is neither a
    /// ``RedactedError`` nor an ``APIFailure`` is not changed.
    package func redacted(by redaction: @autoclosure () -> Redaction) -> any Error {
        changingRedaction { $0 ?? redaction() }
    }

    /// `localizedDescription` on one line, with this redaction instead of the error's own. Additions of the user to the
    /// error's own redaction still apply, unless this one is `Redaction.off`: the error may come from another client,
    /// such as that of a refresh.
    package func line(by redaction: Redaction) -> String {
        guard !(self is CancellationError) else { return "The call was cancelled." }
        let error = changingRedaction { redaction == .off ? redaction : redaction.union($0) }
        return redaction.reason(error.localizedDescription)
    }

    private func changingRedaction(_ change: (Redaction?) -> Redaction) -> any Error {
        switch self {
        case var error as any RedactedError:
            error.redaction = change(error.redaction)
            return error
        case var error as any APIFailure:
            guard var http = error.exchange.http else { return self }
            http.redaction = change(http.redaction)
            error.exchange.http = http
            return error
        default: return self
        }
    }
}
