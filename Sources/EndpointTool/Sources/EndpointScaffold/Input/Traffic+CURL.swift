import EndpointCassette

extension Traffic {
    /// The one call of a curl line. Its secrets are replaced, and the response is not known.
    init(curl request: CURLRequest) throws {
        let interaction = Interaction(
            Interaction.Request(
                request.call.method, request.urlText, headers: request.call.headers, body: request.call.body),
            .response(Interaction.Response(204)))
        let format = Cassette.Format(requestHeaders: .all, largestEmbeddedBody: .max, largestBody: .max)
        let file = try Cassette([interaction]).har(format)
        guard let redacted = try Cassette.reading(har: file.data).cassette.interactions.first, var call = Call(redacted)
        else {
            throw ScaffoldError("The URL of the curl line cannot be read.")
        }
        (call.response, call.interaction) = (nil, nil)
        call.parts = request.parts.map { part in
            part.isFile
                ? part
                : FormPart(name: part.name, value: Redaction.standard.isSecret(header: part.name) ? "" : part.value)
        }
        call.file = request.file
        calls = [call]
        notes = request.notes
        credentials = Self.credentials(in: request.call.headers)
    }
}
