extension APIContract {
    /// Checks the request of an endpoint.
    ///
    /// - Returns: What is allowed, but worth a remark.
    /// - Throws: ``ContractViolation`` with the differences, or the error of an endpoint that cannot make its request.
    @discardableResult
    public func check(_ endpoint: some Endpoint) throws -> [Finding] {
        let request = try endpoint.makeAPIRequest()
        return try passed(findings(of: ContractExchange(request), source: "\(type(of: endpoint))"))
    }

    /// Checks an answer, such as one that `client.send(_:)` has returned: its status, header fields and body.
    ///
    /// - Returns: What is allowed, but worth a remark.
    /// - Throws: ``ContractViolation`` with the differences.
    @discardableResult
    public func check(_ response: APIResponse, to request: APIRequest) throws -> [Finding] {
        var exchange = ContractExchange(request)
        exchange.response = .init(response)
        return try passed(findings(of: exchange, source: "\(request)"))
    }

    /// Checks each entry of a cassette: the request, and the response if there is one.
    ///
    /// A placeholder of a secret fits each constraint. A request to another server that no operation of the description
    /// matches is only a remark: the recording of a browser contains such.
    ///
    /// - Returns: What is allowed, but worth a remark.
    /// - Throws: ``ContractViolation`` with the differences of all entries.
    @discardableResult
    public func check(_ cassette: Cassette) throws -> [Finding] {
        try passed(findings(in: cassette))
    }

    /// What differs in a cassette, and what is worth a remark, in the order of its entries.
    @_spi(EndpointTool) public func findings(in cassette: Cassette) -> [Finding] {
        cassette.interactions.enumerated().flatMap { index, interaction in
            let source = "#\(index + 1) \(interaction)"
            let found = findings(of: ContractExchange(interaction), source: source, mayBeForeign: true)
            guard let failure = interaction.failure else { return found }
            return found + [note("fails with \(failure), which no description excludes", source)]
        }
    }

    func note(_ sentence: String, _ source: String) -> Finding {
        Finding(isNote: true, operation: nil, status: nil, place: "", sentence: sentence, source: source)
    }

    /// Counts the notes among some findings, and throws the differences.
    @discardableResult
    func passed(_ findings: [Finding]) throws -> [Finding] {
        touched.withLock { $0.add(findings) }
        if let violation = ContractViolation(findings) { throw violation }
        return findings
    }
}

extension APIContract {
    /// What differs in an exchange.
    ///
    /// - Parameter mayBeForeign: Whether a request to another server than those of the description is only a remark.
    /// - Parameter counts: Whether what it touches is counted.
    func findings(
        of exchange: ContractExchange, source: String, mayBeForeign: Bool = false, counting counts: Bool = true
    ) -> [Finding] {
        switch finder.operation(exchange.method, exchange.url) {
        case .unknown(let reason, let isForeign):
            let request = Interaction.Request(exchange.method, exchange.url)
            return [
                Finding(
                    isNote: isForeign && mayBeForeign, operation: nil, status: nil, place: "\(request)",
                    sentence: "is no operation: \(reason)", source: source)
            ]
        case .found(let match):
            let operation = document.operations[match.operation]
            var touch = TouchedOperations.Touch()
            let request = exchange.isWhole ? requestDifferences(exchange, operation, match, &touch) : []
            let response = exchange.response.map { responseDifferences($0, exchange, operation, &touch) } ?? []
            if counts { touched.withLock { $0.add(touch, to: match.operation) } }
            return request.map { finding($0, operation, nil, source) }
                + response.map { finding($0, operation, exchange.response?.status, source) }
        }
    }

    private func finding(
        _ difference: ContractDifference, _ operation: OpenAPIDocument.Operation, _ status: Int?, _ source: String
    ) -> Finding {
        Finding(
            isNote: difference.isNote, operation: operation.name, status: status, place: difference.place,
            sentence: difference.sentence, source: source)
    }

    private func requestDifferences(
        _ exchange: ContractExchange, _ operation: OpenAPIDocument.Operation, _ match: OperationFinder.Match,
        _ touch: inout TouchedOperations.Touch
    ) -> [ContractDifference] {
        var check = ParameterCheck(operation, schemas, indices, keys: document.keys)
        check.checkPath(match.values)
        check.checkQuery(URLReference(exchange.url).query)
        check.checkHeaders(exchange.headers, isComplete: exchange.hasAllHeaders)
        touch.parameters = check.used
        return check.findings + bodyDifferences(exchange, operation)
    }

    private func bodyDifferences(
        _ exchange: ContractExchange, _ operation: OpenAPIDocument.Operation
    ) -> [ContractDifference] {
        switch (exchange.body, operation.requestBody) {
        case (nil, let described?) where described.isRequired: [.init(place: "body", sentence: "is missing")]
        case (.data?, nil): [.init(place: "body", sentence: "is not described")]
        case (.data(let data, let type)?, let described?):
            BodyCheck(schemas: schemas, indices: indices, direction: .request)
                .differences(data, type, described.content)
        default: []
        }
    }

    private func responseDifferences(
        _ response: ContractExchange.Response, _ exchange: ContractExchange, _ operation: OpenAPIDocument.Operation,
        _ touch: inout TouchedOperations.Touch
    ) -> [ContractDifference] {
        guard let described = operation.response(to: response.status) else {
            let known = SchemaWords.list(operation.responses.map(\.status), "and")
            let isError = (400...599).contains(response.status) || response.status == 304
            return [.init(place: "", sentence: "the status is not described, only \(known)", isNote: isError)]
        }
        touch.statuses = [described.status]
        var check = ParameterCheck(operation, schemas, indices, keys: [])
        check.checkResponse(described.headers, response.headers, isComplete: exchange.hasAllHeaders)
        if exchange.method == "HEAD" || [204, 304].contains(response.status) { return check.findings }
        return check.findings + bodyDifferences(response, described)
    }

    private func bodyDifferences(
        _ response: ContractExchange.Response, _ described: OpenAPIDocument.Response
    ) -> [ContractDifference] {
        guard case .data(let data, let type) = response.body else { return [] }
        if described.content.isEmpty {
            let isError = response.status >= 400
            return data.isEmpty ? [] : [.init(place: "body", sentence: "is not described", isNote: isError)]
        }
        let needsBody = described.content.contains { MediaType($0.mediaType)?.isJSON == true }
        if data.isEmpty { return needsBody ? [.init(place: "body", sentence: "is missing")] : [] }
        return BodyCheck(schemas: schemas, indices: indices, direction: .response)
            .differences(data, type, described.content)
    }
}

extension OpenAPIDocument.Operation {
    /// The description of a status: its own, or that of its range, or the default.
    func response(to status: Int) -> OpenAPIDocument.Response? {
        let keys = ["\(status)", "\(status / 100)XX", "default"]
        return keys.lazy.compactMap { key in responses.first { $0.status == key } }.first
    }
}
