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

/// A request that has been compared with a description, so that its responses are compared without it.
struct CheckedRequest {
    let exchange: ContractExchange
    let source: String

    /// The operation; nil if the description has none for the request.
    let operation: OpenAPIDocument.Operation?

    /// The index of the operation in the document.
    fileprivate let index: Int?

    /// What differs in the request.
    let findings: [APIContract.Finding]
}

extension APIContract {
    /// What differs in an exchange.
    ///
    /// - Parameter mayBeForeign: Whether a request to another server than those of the description is only a remark.
    func findings(of exchange: ContractExchange, source: String, mayBeForeign: Bool = false) -> [Finding] {
        let request = checkedRequest(of: exchange, source: source, mayBeForeign: mayBeForeign)
        return request.findings + (exchange.response.map { findings(of: $0, to: request) } ?? [])
    }

    /// Compares the request of an exchange, and counts it with its parameters.
    func checkedRequest(
        of exchange: ContractExchange, source: String, mayBeForeign: Bool = false
    ) -> CheckedRequest {
        switch finder.operation(exchange.method, exchange.url) {
        case .unknown(let reason, let isForeign):
            let request = Interaction.Request(exchange.method, exchange.url)
            let finding = Finding(
                isNote: isForeign && mayBeForeign, operation: nil, status: nil, place: "\(request)",
                sentence: "is no operation: \(reason)", source: source)
            return CheckedRequest(
                exchange: exchange, source: source, operation: nil, index: nil, findings: [finding])
        case .found(let match):
            let operation = document.operations[match.operation]
            var touch = TouchedOperations.Touch(count: 1)
            let differences = exchange.isWhole ? requestDifferences(exchange, operation, match, &touch) : []
            touched.withLock { $0.add(touch, to: match.operation) }
            return CheckedRequest(
                exchange: exchange, source: source, operation: operation, index: match.operation,
                findings: differences.map { finding($0, operation, nil, source) })
        }
    }

    /// Compares a response to a request, and counts its status.
    func findings(of response: ContractExchange.Response, to request: CheckedRequest) -> [Finding] {
        guard let operation = request.operation, let index = request.index else { return [] }
        var touch = TouchedOperations.Touch()
        let differences = responseDifferences(response, request.exchange, operation, &touch)
        touched.withLock { $0.add(touch, to: index) }
        return differences.map { finding($0, operation, response.status, request.source) }
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
        var check = ParameterCheck(operation.parameters, sentIn: .request, schemas, indices, keys: document.keys)
        check.checkPath(match.values)
        check.checkQuery(URLReference(exchange.url).query, except: URLReference(operation.path).query)
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
        var check = ParameterCheck(described.headers, sentIn: .response, schemas, indices, keys: [])
        check.checkHeaders(response.headers, isComplete: exchange.hasAllHeaders)
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
