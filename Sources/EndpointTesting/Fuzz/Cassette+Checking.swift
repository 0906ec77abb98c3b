extension Cassette {
    /// Reads every recorded answer to an endpoint's request with the endpoint: a contract test.
    ///
    /// ```swift
    /// try cassette.check(BookEndpoint(id: "1"))
    /// ```
    ///
    /// A relative request is looked for below any base URL. A failure that the endpoint knows, such as an `HTTPError` or an error of
    /// its own, keeps the contract; an answer that it cannot read breaks it.
    ///
    /// - Returns: how many answers were read.
    /// - Throws: ``ContractViolation``, also when there is no answer to read.
    @discardableResult
    public func check(_ endpoint: some Endpoint, by matching: Matching = .standard) throws -> Int {
        let made = try endpoint.makeAPIRequest().snapshot
        return try check { recorded in
            let live = made.resolved(against: recorded)
            return matching.differences(recorded: recorded, live: live).isEmpty ? endpoint : nil
        }
    }

    /// Reads every recorded answer with the endpoint that the closure has for its request, if it has one.
    ///
    /// ```swift
    /// try cassette.check { request in request.url.contains("/books/") ? BookEndpoint(id: "1") : nil }
    /// ```
    @discardableResult
    public func check<E: Endpoint>(_ endpoint: (Interaction.Request) throws -> E?) throws -> Int {
        var count = 0
        var problems: [String] = []
        for (index, interaction) in interactions.enumerated() {
            guard let response = interaction.response, let endpoint = try endpoint(interaction.request) else {
                continue
            }
            count += 1
            if let problem = try endpoint.problem(with: response, to: interaction.request) {
                problems.append("#\(index + 1) \(problem)")
            }
        }
        if count == 0 || !problems.isEmpty {
            throw ContractViolation(endpoint: "\(E.self)", read: count, problems: problems)
        }
        return count
    }
}

extension Endpoint {
    /// Why the answer cannot be read, if it can't.
    fileprivate func problem(with response: Interaction.Response, to recorded: Interaction.Request) throws -> String? {
        guard let http = response.httpURLResponse(url: recorded.url) else { return "\(recorded) is not a usable URL" }
        do {
            _ = try read(APIResponse(http: http, body: .data(response.body)), to: try makeAPIRequest())
        } catch let error as ContentError {
            return error.description
        } catch let error as DecodingError {
            return "\(ContentError(error, decoding: Content.self, from: http, with: response.body))"
        } catch {}  // A failure that the endpoint knows.
        return nil
    }
}

extension Interaction.Request {
    /// This request below the base that the recorded one has in front of the same path.
    fileprivate func resolved(against recorded: Interaction.Request) -> Interaction.Request {
        guard URL(string: url)?.scheme == nil else { return self }
        let place = recorded.url.prefix { $0 != "?" && $0 != "#" }
        let path = url.prefix { $0 != "?" && $0 != "#" }.drop { $0 == "/" }
        guard place.hasSuffix("/\(path)") else { return self }
        var resolved = self
        resolved.url = String(place + url.drop { $0 != "?" && $0 != "#" })
        return resolved
    }
}

/// Recorded answers that an endpoint cannot read, or none at all.
public struct ContractViolation: Error, Hashable, Sendable {
    /// The endpoint's type.
    public let endpoint: String

    /// How many answers were read, well or not.
    public let read: Int

    /// What cannot be read and why, one sentence each, without secrets.
    public let problems: [String]
}

extension ContractViolation: CustomStringConvertible, LocalizedError {
    /// All of it, over several lines.
    public var description: String {
        if read == 0 { return "The cassette holds no answer for \(endpoint)." }
        let opening = "\(problems.count) of \(read) recorded answers cannot be read by \(endpoint)."
        return ([opening] + problems.map { "  \($0)" }).joined(separator: "\n")
    }

    public var errorDescription: String? { description }
}
