/// Reads a response element by element: the counterpart of ``Endpoint/read(_:to:redaction:)`` for a whole body.
package struct ContentReader<E: StreamEndpoint>: Sendable {
    private let endpoint: E
    private let request: APIRequest
    private let response: APIResponse
    private let redaction: @Sendable () -> Redaction
    private var chunks: BodyStream.AsyncIterator
    private var hasEnded = false
    private var completion: StreamCompletion

    /// The bytes of the body read so far.
    package private(set) var framing: E.Framing

    /// Whether any of the body has arrived.
    package private(set) var hasBegun = false

    /// Validates the head of a response, and starts to read its body.
    ///
    /// - Throws: what ``Endpoint/validate(_:with:)`` throws, and ``StreamError`` for a body of another media type, of
    ///   which nothing is read.
    package init(
        _ response: APIResponse, to request: APIRequest, of endpoint: E, framing: E.Framing,
        redaction: @escaping @Sendable () -> Redaction
    ) throws {
        (self.endpoint, self.request, self.response) = (endpoint, request, response)
        (self.framing, self.redaction) = (framing, redaction)
        completion = StreamCompletion(isExplicit: endpoint.endsExplicitly)
        chunks = response.chunks.makeAsyncIterator()
        do {
            try request.validate(response, by: endpoint)
            try framing.check(response.http)
        } catch {
            throw explained(error)
        }
    }

    /// Whether the mark of the end has been read.
    package var isComplete: Bool { completion.hasEnded }

    /// The rest of the body after the mark of the end; nil before the mark, and if the body has ended.
    package var rest: BodyStream.AsyncIterator? { completion.hasEnded && !hasEnded ? chunks : nil }

    /// The next content; nil at the end of the stream.
    ///
    /// - Throws: what the endpoint throws for an element, ``StreamError`` if the body cannot be divided or ends too
    ///   soon, and the error of the transport.
    package mutating func next() async throws -> E.Content? {
        while true {
            if let content = try nextOfChunk() { return content }
            if completion.hasEnded { return nil }
            if hasEnded {
                if completion.mayEnd || response.http.statusCode == 204 { return nil }
                throw explained(StreamError(.incomplete))
            }
            if let chunk = try await chunks.next() {
                hasBegun = true
                framing.append(chunk)
            } else {
                hasEnded = true
                framing.finish()
            }
        }
    }

    /// The next content in what has arrived.
    private mutating func nextOfChunk() throws -> E.Content? {
        var element: E.Framing.Element?
        do {
            while !completion.hasEnded {
                element = nil
                element = try framing.next()
                guard let element else { return nil }
                let read = try endpoint.read(element, from: response.http)
                completion.read(read)
                if let content = read.content { return content }
            }
            return nil
        } catch {
            throw explained(error, in: element)
        }
    }

    /// An error with the request and the response, and an ``APIFailure`` with the element that it was read from.
    private func explained(_ error: any Error, in element: E.Framing.Element? = nil) -> any Error {
        var error = error
        if var unframed = error as? StreamError {
            unframed.response = response.http
            error = unframed
        } else if var failure = error as? any APIFailure, failure.exchange.http == nil {
            failure.exchange.http = HTTPError(response.http, element: Self.bytes(of: element))
            error = failure
        }
        return error.adding(request, response, redaction()).reporting(response.retries)
    }

    private static func bytes(of element: E.Framing.Element?) -> Data {
        (element as? Data) ?? (element as? ServerSentEvent).map { Data($0.data.utf8) } ?? Data()
    }
}

extension StreamFraming {
    /// Throws if a response has another media type. A response without a type or without a body is accepted.
    fileprivate func check(_ response: HTTPURLResponse) throws(StreamError) {
        guard let mediaType, response.statusCode != 204,
            let media = response.value(forHTTPHeaderField: "Content-Type").flatMap({ MediaType($0) }),
            media.essence != mediaType
        else { return }
        throw StreamError(.mediaType(media.essence, expected: mediaType))
    }
}
