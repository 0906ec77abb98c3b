extension Cassette {
    /// Decodes every recorded response to an endpoint's request with the endpoint: a contract test.
    ///
    /// ```swift
    /// try cassette.check(BookEndpoint(id: "1"))
    /// ```
    ///
    /// A relative request matches below any base URL. A response that the endpoint cannot decode violates the contract,
    /// and so does every other error for a successful status, unless the closure accepts it: an API may report its
    /// errors with status 200. An error for a response with another status fulfils the contract.
    ///
    /// - Returns: the number of responses that were decoded.
    /// - Throws: `CassetteError`, also if there is no response, or the error of an endpoint that cannot make its
    ///   request.
    @discardableResult
    public func check(
        _ endpoint: some Endpoint, by matching: Matching = .standard,
        accepting isAccepted: (any Error) -> Bool = { _ in false }
    ) throws -> Int {
        let made = try endpoint.makeAPIRequest().snapshot
        return try check(accepting: isAccepted) { recorded in
            let live = made.resolved(against: recorded)
            return matching.differences(recorded: recorded, live: live).isEmpty ? endpoint : nil
        }
    }

    /// Decodes every recorded response with the endpoint that the closure returns for its request. Requests for which
    /// it returns nil are skipped.
    ///
    /// ```swift
    /// try cassette.check { request in request.url.contains("/books/") ? BookEndpoint(id: "1") : nil }
    /// ```
    @discardableResult
    public func check<E: Endpoint>(
        accepting isAccepted: (any Error) -> Bool = { _ in false }, _ endpoint: (Interaction.Request) throws -> E?
    ) throws -> Int {
        var count = 0
        var problems: [String] = []
        for (index, interaction) in interactions.enumerated() {
            guard let response = interaction.response, let endpoint = try endpoint(interaction.request) else {
                continue
            }
            count += 1
            if let problem = try endpoint.problem(with: response, to: interaction.request, isAccepted) {
                problems.append("#\(index + 1) \(problem)")
            }
        }
        if count == 0 || !problems.isEmpty {
            throw CassetteError(.contract(endpoint: "\(E.self)", checked: count, problems: problems))
        }
        return count
    }
}

extension Endpoint {
    /// Why the response cannot be decoded, or nil if it can.
    fileprivate func problem(
        with response: Interaction.Response, to recorded: Interaction.Request, _ isAccepted: (any Error) -> Bool
    ) throws -> String? {
        guard let http = response.httpURLResponse(url: recorded.url) else { return "\(recorded) is not a usable URL" }
        let request = try makeAPIRequest()
        do {
            let answer = APIResponse(http: http, body: .data(response.body))
            _ = try read(answer, to: request, redaction: .showingValues)
            return nil
        } catch  where isAccepted(error) {
            return nil
        } catch let error as ContentError {
            return "\(error.redacted(by: .showingValues))"
        } catch let error as DecodingError {
            let error = ContentError(error, decoding: Content.self, from: http, with: response.body)
            return "\(error.redacted(by: .showingValues))"
        } catch {
            guard (200..<300).contains(response.status) else { return nil }
            return
                "\(recorded) → \(response.status), but \(Redaction.standard.text("\(error.redacted(by: .showingValues))"))"
        }
    }
}

extension Interaction.Request {
    /// This request below the base URL of the recorded one, if the recorded path ends with the path of this request.
    fileprivate func resolved(against recorded: Interaction.Request) -> Interaction.Request {
        let (own, other) = (URLReference(url), URLReference(recorded.url))
        let path = own.path.drop { $0 == "/" }
        guard own.scheme == nil, other.path.hasSuffix("/\(path)") else { return self }
        var reference = other
        (reference.query, reference.fragment) = (own.query, own.fragment)
        var resolved = self
        resolved.url = reference.text
        return resolved
    }
}
