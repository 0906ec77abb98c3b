extension Interaction.Request {
    /// Its method and URL only, for an error. The URL does not contain secrets of the headers or the body either.
    func methodAndURL(by redaction: Redaction) -> Interaction.Request {
        Interaction.Request(method, redaction.redacting(secretsOf: self).urlText(url))
    }
}

extension Redaction {
    /// This redaction, which also replaces the secrets of a request wherever they occur.
    func redacting(secretsOf request: Interaction.Request) -> Redaction {
        redacting(secretsOf: request.headers, url: request.url, body: request.body?.data ?? Data())
    }
}
